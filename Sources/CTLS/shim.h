#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

// Macros that Swift does not import.

static inline int tls_shim_set_min_version(SSL_CTX *context, int version) {
  return (int)SSL_CTX_set_min_proto_version(context, version);
}

static inline void tls_shim_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }

static inline void tls_shim_no_session_cache(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

static inline uint64_t tls_shim_option_no_renegotiation(void) { return SSL_OP_NO_RENEGOTIATION; }
static inline uint64_t tls_shim_option_unexpected_end(void) { return SSL_OP_IGNORE_UNEXPECTED_EOF; }

/// For clients of the tests: lets no newer version be spoken, however old and insecure that one is.
static inline void tls_shim_limit_version(SSL *ssl, int version) {
  SSL_set_security_level(ssl, 0);
  SSL_set_min_proto_version(ssl, TLS1_VERSION);
  SSL_set_max_proto_version(ssl, version);
}
