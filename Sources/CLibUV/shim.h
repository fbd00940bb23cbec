#pragma once
// Swift's Glibc module leaves epoll out; the bench's bare server and load generator use it without a loop.
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <uv.h>

// Marks every descriptor above standard error as not to be inherited by children; 0, or -1 where the kernel
// (before Linux 5.11) does not know how. `syscall` takes variable arguments, which Swift cannot call.
static inline long refresh_keep_descriptors(void) {
  const unsigned int close_on_exec = 1U << 2;
  return syscall(SYS_close_range, 3U, ~0U, close_on_exec);
}
