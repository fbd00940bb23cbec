#pragma once

/// Writes a key and a certificate for it that it has signed itself, as PEM; 0 if it could not.
int certificate_make(const char *name, const char *certificate_file, const char *key_file);
