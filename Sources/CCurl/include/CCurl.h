#pragma once
#include <curl/curl.h>

// libcurl, loaded on first use: linked, it would cost each start 5 ms and each client 1.2 MiB, with or without a
// homeserver. The header gives types and numbers; no symbol of the library is linked.

/// Loads the library, once for the process. 0 if it is there; else its loader's words are in ccurl_why_not().
int ccurl_load(void);

/// Why it could not be loaded.
const char *ccurl_why_not(void);

/// Where an answer's bytes go: called on the thread that drives the transfer. Returns how many were taken; fewer end
/// the transfer.
typedef size_t (*ccurl_sink)(char *bytes, size_t size, size_t count, void *context);

/// Called once a request's connection stands, tunnel and TLS with it, right before the request's first byte; 0 lets it
/// go on.
typedef int (*ccurl_ready)(void *context, char *, char *, int, int);

CURL *ccurl_easy(void);
void ccurl_easy_free(CURL *easy);

// curl_easy_setopt is variadic.
CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode ccurl_set_sink(CURL *easy, CURLoption option, ccurl_sink sink);
CURLcode ccurl_set_ready(CURL *easy, ccurl_ready ready);
/// The body that is sent: copied.
CURLcode ccurl_set_body(CURL *easy, const unsigned char *bytes, long count);

long ccurl_long(CURL *easy, CURLINFO info);
const char *ccurl_words(CURLcode code);

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line);
void ccurl_list_free(struct curl_slist *list);

CURLM *ccurl_multi(void);
void ccurl_multi_free(CURLM *multi);
CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
/// Moves every transfer on as far as it goes without waiting.
CURLMcode ccurl_multi_perform(CURLM *multi);
/// Waits for something to do, at most so long, or until ccurl_multi_wake().
CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds);
/// Ends the wait. The one call that another thread may make.
CURLMcode ccurl_multi_wake(CURLM *multi);
/// The next transfer that has ended, and how; NULL if there is none.
CURL *ccurl_multi_ended(CURLM *multi, CURLcode *result);
