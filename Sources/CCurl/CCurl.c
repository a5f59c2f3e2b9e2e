#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

// The library's face, as far as it is used. The macros that check variadic arguments are in the way of the names.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(each) \
    each(curl_global_init) each(curl_easy_init) each(curl_easy_cleanup) each(curl_easy_setopt) \
    each(curl_easy_getinfo) each(curl_easy_strerror) each(curl_slist_append) each(curl_slist_free_all) \
    each(curl_multi_init) each(curl_multi_cleanup) each(curl_multi_setopt) each(curl_multi_add_handle) \
    each(curl_multi_remove_handle) each(curl_multi_perform) each(curl_multi_poll) each(curl_multi_wakeup) \
    each(curl_multi_info_read)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int loaded = -1;
static char why[256];

static void load(void) {
    // Never closed: what it registered with the process would be left pointing at nothing.
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        snprintf(why, sizeof why, "%s", dlerror());
        return;
    }
#define FIND(name) \
    library.name = (__typeof__(library.name))dlsym(handle, #name); \
    if (!library.name) { \
        snprintf(why, sizeof why, "libcurl.so.4 has no %s", #name); \
        return; \
    }
    FUNCTIONS(FIND)
    if (library.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(why, sizeof why, "libcurl could not begin");
        return;
    }
    loaded = 0;
}

int ccurl_load(void) {
    pthread_once(&once, load);
    return loaded;
}

const char *ccurl_why_not(void) { return why; }

CURL *ccurl_easy(void) { return library.curl_easy_init(); }
void ccurl_easy_free(CURL *easy) { library.curl_easy_cleanup(easy); }

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_sink(CURL *easy, CURLoption option, ccurl_sink sink) {
    return library.curl_easy_setopt(easy, option, sink);
}

CURLcode ccurl_set_ready(CURL *easy, ccurl_ready ready) {
    return library.curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, ready);
}

CURLcode ccurl_set_body(CURL *easy, const unsigned char *bytes, long count) {
    CURLcode code = library.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? library.curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

long ccurl_long(CURL *easy, CURLINFO info) {
    long value = 0;
    library.curl_easy_getinfo(easy, info, &value);
    return value;
}

const char *ccurl_words(CURLcode code) { return library.curl_easy_strerror(code); }

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line) {
    struct curl_slist *longer = library.curl_slist_append(list, line);
    return longer ? longer : list;
}

void ccurl_list_free(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLM *ccurl_multi(void) { return library.curl_multi_init(); }
void ccurl_multi_free(CURLM *multi) { library.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return library.curl_multi_setopt(multi, option, value);
}

CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return library.curl_multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return library.curl_multi_remove_handle(multi, easy); }

CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running = 0;
    return library.curl_multi_perform(multi, &running);
}

CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds) {
    return library.curl_multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wake(CURLM *multi) { return library.curl_multi_wakeup(multi); }

CURL *ccurl_multi_ended(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = library.curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
