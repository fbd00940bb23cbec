#pragma once
#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic: one form for each kind of value in use.
static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*ccurl_data_callback)(char *data, size_t size, size_t count, void *context);
static inline CURLcode ccurl_set_data_callback(CURL *easy, CURLoption option, ccurl_data_callback value) {
  return curl_easy_setopt(easy, option, value);
}

typedef curl_socket_t (*ccurl_open_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode ccurl_on_open(CURL *easy, ccurl_open_callback open, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open) : code;
}

typedef int (*ccurl_progress_callback)(void *context, curl_off_t to_come, curl_off_t came, curl_off_t to_go,
                                       curl_off_t gone);
static inline CURLcode ccurl_set_progress_callback(CURL *easy, ccurl_progress_callback value) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

typedef int (*ccurl_traffic_callback)(CURL *easy, curl_infotype kind, char *data, size_t size, void *context);
static inline CURLcode ccurl_on_traffic(CURL *easy, ccurl_traffic_callback tell, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_DEBUGDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, tell);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L) : code;
}

static inline CURLcode ccurl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_text(CURL *easy, CURLINFO info, char **value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

typedef int (*ccurl_socket_callback)(CURL *easy, curl_socket_t socket, int what, void *context, void *own);
typedef int (*ccurl_timer_callback)(CURLM *multi, long milliseconds, void *context);
static inline CURLMcode ccurl_multi_on_socket(CURLM *multi, ccurl_socket_callback tell, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, tell) : code;
}
static inline CURLMcode ccurl_multi_on_timer(CURLM *multi, ccurl_timer_callback tell, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, tell) : code;
}

// A cast that Swift cannot see through.
static const curl_socket_t ccurl_socket_timeout = CURL_SOCKET_TIMEOUT;
static const curl_socket_t ccurl_no_socket = CURL_SOCKET_BAD;
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }
