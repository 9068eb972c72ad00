/* Checks of messages that all ranks must get. */
#include "mismatch.h"

#include <stdio.h>
#include <string.h>

#include "harness/harness.h"

ga_t arrays[2];

void make_arrays(void)
{
    static const char *const names[] = {"first", "second"};
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_create(ASHLAR_DOUBLE, 4, 4, names[k], 0, 0, &arrays[k]));
}

void destroy_arrays(void)
{
    for (int k = 0; k < 2; ++k)
        CHECK_OK(ga_destroy(arrays[k]));
}

int matches(const char *pattern, const char *text)
{
    for (; *pattern; ++pattern)
        if (*pattern == '*')
            text += strspn(text, "-0123456789");
        else if (*pattern != *text++)
            return 0;
    return *text == '\0';
}

void check_message(const char *call, const char *pattern)
{
    char first[512] = "";
    const char *message = ashlar_error_message();
    snprintf(first, sizeof first, "%s", message);
    MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (!matches(pattern, message))
        test_fail(__FILE__, __LINE__, "%s: the message \"%s\" is not \"%s\"", call, message,
                  pattern);
    if (strcmp(first, message) != 0)
        test_fail(__FILE__, __LINE__, "%s: \"%s\" on rank 0, \"%s\" here", call, first, message);
}

void expect(const char *call, int status, const char *format, int rank)
{
    char pattern[512];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(pattern, sizeof pattern, format, rank);
#pragma GCC diagnostic pop
    test_check_status(__FILE__, __LINE__, ASHLAR_EMISMATCH, status, call);
    check_message(call, pattern);
    CHECK_OK(ga_sync());
}

bool is_alone(void)
{
    if (test_size() > 1)
        return false;
    test_skip("one rank agrees with itself");
    return true;
}
