#include "allocations.h"
#include <stddef.h>

// The test program's own malloc, which every library in it then uses: it counts, and asks the C library's.

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static __thread long asked;

long allocations_of_this_thread(void) { return asked; }

void *malloc(size_t size) {
  asked++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  asked++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  asked++;
  return __libc_realloc(memory, size);
}
