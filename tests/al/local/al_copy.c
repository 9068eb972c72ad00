/* Rows copied in each way, whatever the measurement at start would choose: each byte is moved, and
 * none beside them. */
#include <string.h>

#include "al/parts.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/local/al_copy.h"

enum { ROWS = 3, LONGEST = 32769, GAP = 9, ROOM = ROWS * (LONGEST + GAP) + 128 };

static void copy_lengths(void)
{
    static const size_t lengths[] = {8,   31,  32,  33,   255,   256,   257,
                                     287, 384, 385, 1001, 32767, 32768, LONGEST};
    static char from[ROOM], to[ROOM], wanted[ROOM];

    for (size_t b = 0; b < ROOM; ++b)
        from[b] = (char)(b % 251);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l)
        for (size_t shift = 0; shift<34; shift += lengths[l]> 2000 ? 11 : 1) {
            size_t bytes = lengths[l], at = 7 * shift % 34, step = bytes + GAP, other = bytes + 2;
            const al_shape_t rows = {.levels = 1, .count = {bytes, ROWS}};
            memset(to, 0x55, ROOM);
            memset(wanted, 0x55, ROOM);
            for (size_t r = 0; r < ROWS; ++r)
                memcpy(wanted + shift + r * step, from + at + r * other, bytes);
            ali_copy_shape(to + shift, &step, from + at, &other, &rows);
            CHECK_INT(0, memcmp(wanted, to, ROOM));
        }
}

TEST_CASE(copy_ways, TEST_BARE)
{
    static const char *const words[] = {[AL_COPY_MEMCPY] = "memcpy", [AL_COPY_VECTORS] = "vectors"};

    for (int64_t way = AL_COPY_MEMCPY; way <= AL_COPY_VECTORS; ++way) {
        ali_copy_choose(way);
        CHECK(strcmp(words[way], ali_copy_way()) == 0);
        copy_lengths();
    }
    ali_copy_choose(AL_COPY_AUTO);
    copy_lengths();
}
