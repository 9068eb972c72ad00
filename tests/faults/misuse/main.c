/* Checks of calls that must fail, and operands that must come out unchanged. */
#include "misuse.h"

#include <string.h>

void misuse_check(const char *file, int line, const char *text, int expected, int status,
                  const char *const *parts)
{
    char call[64] = "";
    size_t length = strcspn(text, "(");

    memcpy(call, text, length < sizeof call ? length : sizeof call - 1);
    if (!test_check_status(file, line, expected, status, call))
        return;
    const char *message = ashlar_error_message();
    length = strlen(call);
    if (strncmp(message, call, length) != 0 || message[length] != ':')
        test_fail(file, line, "the message \"%s\" does not begin with \"%s:\"", message, call);
    for (; *parts; ++parts)
        test_check_contains(file, line, message, *parts);
}

al_segment_t *marked_segment(void)
{
    al_segment_t *segment = NULL;
    void *mine = NULL;

    CHECK_OK(al_segment_create(al_group_world(), MARKED, &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &mine));
    memset(mine, al_rank() + 1, MARKED);
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

void check_and_free(al_segment_t *segment)
{
    char found[MARKED];
    int64_t wrong = 0;

    CHECK_OK(al_barrier(al_group_world()));
    for (int rank = 0; rank < al_size(); ++rank) {
        CHECK_OK(al_get(segment, rank, 0, found, MARKED));
        for (size_t k = 0; k < MARKED; ++k)
            wrong += found[k] != rank + 1;
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_segment_free(segment));
}

twin_t operand(ashlar_type type, int64_t rows, int64_t cols)
{
    return twin_create(type, 2, (int64_t[]){rows, cols}, LAYOUT_REGULAR, GA_GROUP_WORLD, 130);
}
