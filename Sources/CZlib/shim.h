#pragma once
#include <zlib.h>

// These are macros that add the version and the size of the stream.
static inline int czlib_begin_deflate(z_stream *stream, int level, int window, int memory) {
  return deflateInit2(stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY);
}

static inline int czlib_begin_inflate(z_stream *stream, int window) { return inflateInit2(stream, window); }
