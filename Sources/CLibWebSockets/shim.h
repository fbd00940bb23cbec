#pragma once
#include <libwebsockets.h>

// Macros that Swift does not import.

/// Bytes that lws_write needs free in front of a payload.
static inline int lws_shim_pre(void) { return LWS_PRE; }

/// The port of a virtual host that gets its connections handed in.
static inline int lws_shim_no_listen_server(void) { return CONTEXT_PORT_NO_LISTEN_SERVER; }

/// The port of a virtual host that only connects.
static inline int lws_shim_no_listen(void) { return CONTEXT_PORT_NO_LISTEN; }

static inline uint64_t lws_shim_option_libuv(void) { return LWS_SERVER_OPTION_LIBUV; }
static inline uint64_t lws_shim_option_tls(void) { return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT; }
static inline uint64_t lws_shim_option_no_name(void) { return LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME; }
