/* Messages: HDF5's stack of errors in one sentence, and the same sentence on all ranks. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/src/io_private.h"

enum { SENTENCE = 512, RANKS = 1 << 24 };

int ioi_fail(int status, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    return ashlar_error_set(status, sentence);
}

int ioi_fail_null(const char *call, const char *argument)
{
    return ioi_fail(ASHLAR_EARG, "%s: %s is NULL", call, argument);
}

/* The innermost error that says something: the system's words where there are some. */
static herr_t take_words(unsigned n, const H5E_error2_t *error, void *data)
{
    char *words = data;
    const char *system = error->desc ? strstr(error->desc, "error message = '") : NULL;
    (void)n;
    if (system && !strstr(words, "the system says")) {
        system += strlen("error message = '");
        snprintf(words, SENTENCE, "the system says: %.*s", (int)strcspn(system, "'"), system);
    } else if (words[0] == '\0' && error->desc && error->desc[0] != '\0') {
        snprintf(words, SENTENCE, "HDF5 says: %s", error->desc);
    }
    return 0;
}

int ioi_fail_hdf5(const char *format, ...)
{
    char front[SENTENCE], words[SENTENCE] = "";
    va_list list;
    va_start(list, format);
    vsnprintf(front, sizeof front, format, list);
    va_end(list);
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_words, words);
    H5Eclear2(H5E_DEFAULT);
    return ioi_fail(ASHLAR_ESYS, "%s: %s", front, words[0] ? words : "HDF5 does not say why");
}

void ioi_quiet_begin(ioi_quiet_t *quiet)
{
    H5Eget_auto2(H5E_DEFAULT, &quiet->print, &quiet->data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    H5Eclear2(H5E_DEFAULT);
}

void ioi_quiet_end(const ioi_quiet_t *quiet)
{
    H5Eclear2(H5E_DEFAULT);
    H5Eset_auto2(H5E_DEFAULT, quiet->print, quiet->data);
}

int ioi_agree(ga_group_t group, int status)
{
    int rank;
    IOI_TRY(ga_group_rank(group, &rank));
    /* The least is the worst status, of the first rank that has it. */
    long long key = (long long)status * RANKS + rank;
    char sentence[SENTENCE];
    snprintf(sentence, sizeof sentence, "%s", ashlar_error_message());
    IOI_TRY(ga_allreduce(group, ASHLAR_LLONG, ASHLAR_MIN, &key, 1));
    if (key >= 0)
        return ASHLAR_OK;
    const int from = (int)(key & (RANKS - 1));
    IOI_TRY(ga_broadcast(group, sentence, sizeof sentence, from));
    return ashlar_error_set((int)((key - from) / RANKS), sentence);
}

uint64_t ioi_hash(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes; /* FNV-1a */
    for (size_t k = 0; k < n; ++k)
        hash = (hash ^ at[k]) * 0x100000001b3u;
    return hash;
}

uint64_t ioi_hash_text(uint64_t hash, const char *text)
{
    return text ? ioi_hash(hash, text, strlen(text) + 1) : ioi_hash(hash, "\1", 1);
}

int ioi_compare(ga_group_t group, const char *call, uint64_t hash)
{
    long long range[2] = {(long long)(hash >> 1), -(long long)(hash >> 1)};
    IOI_TRY(ga_allreduce(group, ASHLAR_LLONG, ASHLAR_MIN, range, 2));
    return range[0] == -range[1]
               ? ASHLAR_OK
               : ioi_fail(ASHLAR_EMISMATCH, "%s: the ranks pass different arguments", call);
}
