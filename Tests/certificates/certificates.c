#include "certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <stdio.h>

static int sign(X509 *certificate, EVP_PKEY *key, const char *name) {
  uint32_t serial = 0;
  X509_NAME *subject = X509_get_subject_name(certificate);
  return RAND_bytes((unsigned char *)&serial, sizeof serial) == 1 &&
         ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1 &&
         X509_gmtime_adj(X509_getm_notBefore(certificate), -60) != NULL &&
         X509_gmtime_adj(X509_getm_notAfter(certificate), 86400) != NULL &&
         X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) == 1 &&
         X509_set_issuer_name(certificate, subject) == 1 && X509_set_pubkey(certificate, key) == 1 &&
         X509_sign(certificate, key, EVP_sha256()) > 0;
}

int certificate_make(const char *name, const char *certificate_file, const char *key_file) {
  EVP_PKEY *key = EVP_EC_gen("P-256");
  X509 *certificate = X509_new();
  FILE *certificates = fopen(certificate_file, "w");
  FILE *keys = fopen(key_file, "w");
  int made = key != NULL && certificate != NULL && certificates != NULL && keys != NULL &&
             sign(certificate, key, name) && PEM_write_X509(certificates, certificate) == 1 &&
             PEM_write_PrivateKey(keys, key, NULL, NULL, 0, NULL, NULL) == 1;
  if (certificates != NULL) made &= fclose(certificates) == 0;
  if (keys != NULL) made &= fclose(keys) == 0;
  X509_free(certificate);
  EVP_PKEY_free(key);
  return made;
}
