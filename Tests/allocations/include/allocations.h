#pragma once

/// How often this thread has asked for memory so far.
long allocations_of_this_thread(void);
