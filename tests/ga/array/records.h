/* Records whose bytes follow from a number. */
#ifndef TESTS_GA_RECORDS_H
#define TESTS_GA_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const size_t record_sizes[] = {1, 3, 24, 4096};

/* Byte k of the record with a number. */
static inline char content(int64_t number, size_t k)
{
    return (char)(number * 31 + (int64_t)k * 7 + number / 8);
}

static inline void write_record(char *record, int64_t number, size_t bytes)
{
    for (size_t k = 0; k < bytes; ++k)
        record[k] = content(number, k);
}

static inline bool is_record(const char *record, int64_t number, size_t bytes)
{
    for (size_t k = 0; k < bytes; ++k)
        if (record[k] != content(number, k))
            return false;
    return true;
}

#endif
