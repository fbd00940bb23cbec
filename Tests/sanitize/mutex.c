// Tells the thread sanitizer of Swift's Mutex where two threads want it at once: the library then takes and gives it in
// code of its own that the sanitizer does not see, so that what the mutex guards would look unguarded. Loaded before
// all other libraries by scripts/sanitize.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))

// There in programs that are built with the sanitizer.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(_: UInt32) and _unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlockSlow(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(self);
}
