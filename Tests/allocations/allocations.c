#include "allocations.h"
#include <malloc.h>
#include <stddef.h>

static __thread long asked;

long allocations_of_this_thread(void) { return asked; }

long allocated_bytes(void) {
  struct mallinfo2 all = mallinfo2();
  return (long)(all.uordblks + all.hblkhd);
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

// A sanitizer's malloc is there already and must stay: it tells of each call.

int __sanitizer_install_malloc_and_free_hooks(
    void (*taken)(const volatile void *memory, size_t size), void (*freed)(const volatile void *memory));

static void count(const volatile void *memory, size_t size) { asked++; }
static void ignore(const volatile void *memory) {}

__attribute__((constructor)) static void begin(void) {
  __sanitizer_install_malloc_and_free_hooks(count, ignore);
}

#else

// The test program's own malloc, which every library in it then uses: it counts, and asks the C library's.

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

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

#endif
