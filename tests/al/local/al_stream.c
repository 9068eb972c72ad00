/* Copies past the caches: each byte is moved, and none beside them; and how one finds out whether
 * to make them. */
#include <stdlib.h>
#include <string.h>

#include "al/parts.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/local/al_copy.h"

enum { TRIES = 3, MANY = 2 * TRIES + 1 };

TEST_CASE(stream_rows, TEST_BARE)
{
    enum { ROWS = 3, LONGEST = 1001, GAP = 9, ROOM = ROWS * (LONGEST + GAP) + 256 };
    static const size_t lengths[] = {64, 65, 127, 128, 256, 257, 512, LONGEST};
    static _Alignas(64) char from[ROOM], to[ROOM], wanted[ROOM];

    for (size_t b = 0; b < ROOM; ++b)
        from[b] = (char)(b % 251);
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l)
        for (size_t shift = 0; shift < 66; ++shift) {
            size_t bytes = lengths[l], at = 7 * shift % 34, step = bytes + GAP, other = bytes + 2;
            memset(to, 0x55, ROOM);
            memset(wanted, 0x55, ROOM);
            for (size_t r = 0; r < ROWS; ++r)
                memcpy(wanted + shift + r * step, from + at + r * other, bytes);
            ali_stream_rows(to + shift, step, from + at, other, bytes, ROWS);
            CHECK_INT(0, memcmp(wanted, to, ROOM));
        }
}

/* 8 MiB and a little, as planes of rows, and in one piece; each time by other bytes. */
static void copy_large(int64_t way)
{
    enum { ROW = 520, ROWS = 128, PLANES = 130, GAP = 56, PLANE = ROWS * (ROW + GAP) };
    enum { BYTES = ROW * ROWS * PLANES, ROOM = PLANE * PLANES };
    static const char gap[GAP];
    const al_shape_t shape = {.levels = 2, .count = {ROW, ROWS, PLANES}};
    const size_t there[] = {ROW + GAP, PLANE}, here[] = {ROW, ROW * ROWS};
    char *from = malloc(BYTES), *to = calloc(1, ROOM + 8);
    CHECK(from && to && (size_t)BYTES >= AL_STREAM_LEAST);
    ali_copy_choose(way);
    for (int turn = 1; turn <= MANY && from && to; ++turn) {
        for (size_t b = 0; b < BYTES; ++b)
            from[b] = (char)(b % 251 + (size_t)turn);
        ali_copy_shape(to + 8, there, from, here, &shape);
        int wrong = 0;
        for (size_t r = 0; r < (size_t)ROWS * PLANES; ++r) {
            const char *row = to + 8 + r * (ROW + GAP);
            wrong += memcmp(row, from + r * ROW, ROW) != 0;
            wrong += memcmp(row + ROW, gap, GAP) != 0;
        }
        CHECK_INT(0, wrong);
        ali_copy_bytes(to + 1, from, BYTES);
        CHECK_INT(0, memcmp(to + 1, from, BYTES));
        memset(to, 0, ROOM + 8);
    }
    free(from);
    free(to);
}

TEST_CASE(stream_large, TEST_BARE)
{
    for (int64_t way = AL_COPY_AUTO; way <= AL_COPY_STREAMS; ++way)
        copy_large(way);
    ali_copy_choose(AL_COPY_AUTO);
}

/* Each size is tried so often in each way, and then copied as was faster by more than a little. */
static void try_class(size_t bytes, int tries, int64_t plain, int64_t streaming, bool wanted)
{
    for (int call = 0; call < 2 * tries; ++call) {
        ali_stream_t copy = ali_stream_begin(AL_STREAM_COPY, bytes + (size_t)call);
        CHECK_INT(call >= tries, copy.streams);
        CHECK_INT(call % tries != 0, copy.began != 0);
        ali_stream_note(&copy, (call % 2 ? 3 : 1) * (call < tries ? plain : streaming));
    }
    CHECK_INT(wanted, ali_stream_begin(AL_STREAM_COPY, bytes).streams);
    CHECK_INT(0, ali_stream_begin(AL_STREAM_COPY, bytes).began != 0);
}

TEST_CASE(stream_trials, TEST_BARE)
{
    const size_t terabyte = (size_t)1 << 40;
    ali_stream_choose(AL_STREAM_ALWAYS);
    CHECK_INT(AL_HAS_STREAMS, ali_stream_begin(AL_STREAM_COPY, terabyte).streams);
    ali_stream_choose(AL_STREAM_NEVER);
    CHECK_INT(0, ali_stream_begin(AL_STREAM_COPY, terabyte).streams);
    ali_stream_choose(AL_STREAM_TRIAL);
    if (!AL_HAS_STREAMS)
        return;
    const int64_t second = 1000000000;
    try_class(terabyte, TRIES, 100 * second, 80 * second, true);
    try_class(2 * terabyte, TRIES, 100 * second, 120 * second, false);
    try_class(4 * terabyte, TRIES, 100 * second, 97 * second, false);
    try_class(256 << 10, 34, second, second / 2, true);
    try_class(4 << 10, 64, second, second * 2, false);
    CHECK_INT(0, ali_stream_begin(AL_STREAM_TRANSPOSE, terabyte).streams); /* tried by itself */
}
