#pragma once

/// How often this thread has asked for memory so far.
long allocations_of_this_thread(void);

/// How many bytes the process has allocated and not freed.
long allocated_bytes(void);
