/* Heap and stack beside a model: a map of lines of 64 bytes, of which a block takes the first that
 * fit, or from the top for the stack; the elements keep what is written to them. */
#include <stdint.h>
#include <string.h>

#include "support.h"

enum { LINES = 500, HEAP_LINES = 300, BLOCKS = 60 };

typedef struct block {
    Integer handle, nelem;
    const ma_type_t *type;
    int first, lines; /* lines == 0: there is no such block */
    unsigned char fill;
} block_t;

static struct {
    char is_used[LINES];
    int stack_start;
    block_t heap[BLOCKS], stack[BLOCKS];
    int depth;
    char *start;
    uint64_t random;
} model;

static int below(int n)
{
    model.random = model.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int)((model.random >> 33) % (uint64_t)n);
}

static int lines_for(const ma_type_t *type, Integer nelem)
{
    return (int)((nelem * type->size + GUARDS + LINE - 1) / LINE);
}

static int heap_end(void)
{
    int end = model.stack_start;
    while (end > 0 && !model.is_used[end - 1])
        --end;
    return end;
}

/* The first run of free lines between two: its beginning, or -1. */
static int first_run(int lines, int from, int to)
{
    for (int at = from, n = 0; at < to; ++at) {
        n = model.is_used[at] ? 0 : n + 1;
        if (n == lines)
            return at + 1 - lines;
    }
    return -1;
}

static int longest_run(int from, int to)
{
    int longest = 0;
    while (first_run(longest + 1, from, to) >= 0)
        ++longest;
    return longest;
}

static Integer capacity(int lines, const ma_type_t *type)
{
    return lines > 0 ? (Integer)((lines * LINE - GUARDS) / type->size) : 0;
}

static int at_least_0(int n)
{
    return n > 0 ? n : 0;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void check_inquiries(const ma_type_t *type)
{
    int end = heap_end(), gap = model.stack_start - end;
    int below_partition = end < HEAP_LINES ? end : HEAP_LINES;
    int fragment = longest_run(0, below_partition), any = longest_run(0, end);
    int smaller = model.stack_start < HEAP_LINES ? model.stack_start : HEAP_LINES;
    CHECK_INT(capacity(gap, type), MA_inquire_avail(type->code));
    CHECK_INT(capacity(gap, type), MA_inquire_stack_no_partition(type->code));
    CHECK_INT(capacity(larger(gap, any), type), MA_inquire_heap_no_partition(type->code));
    CHECK_INT(capacity(larger(HEAP_LINES - end, fragment), type), MA_inquire_heap(type->code));
    CHECK_INT(capacity(larger(smaller - end, fragment), type),
              MA_inquire_heap_check_stack(type->code));
    CHECK_INT(capacity(at_least_0(model.stack_start - HEAP_LINES), type),
              MA_inquire_stack(type->code));
    CHECK_INT(capacity(at_least_0(model.stack_start - larger(HEAP_LINES, end)), type),
              MA_inquire_stack_check_heap(type->code));
}

static void fill(block_t *block, Integer handle, const ma_type_t *type, Integer nelem, int first)
{
    char *data = NULL;
    MA_AccessIndex index = 0;
    *block = (block_t){.handle = handle,
                       .nelem = nelem,
                       .type = type,
                       .first = first,
                       .lines = lines_for(type, nelem),
                       .fill = (unsigned char)below(256)};
    memset(model.is_used + first, 1, (size_t)block->lines);
    CHECK(MA_get_pointer(handle, (void *)&data));
    CHECK(MA_get_index(handle, &index));
    CHECK(data == model.start + first * LINE);
    CHECK(data == type->base + (intptr_t)index * type->size);
    memset(data, block->fill, (size_t)(nelem * type->size));
}

static void check_contents(const block_t *block)
{
    char *data = NULL;
    size_t wrong = 0;
    CHECK(MA_get_pointer(block->handle, (void *)&data));
    for (Integer k = 0; k < block->nelem * block->type->size; ++k)
        wrong += (unsigned char)data[k] != block->fill;
    CHECK_INT(0, wrong);
}

static void clear(block_t *block)
{
    memset(model.is_used + block->first, 0, (size_t)block->lines);
    block->lines = 0;
}

static void allocate(block_t *block, const ma_type_t *type, Integer nelem)
{
    int lines = lines_for(type, nelem), first = first_run(lines, 0, model.stack_start);
    Integer handle = -7;
    CHECK_INT(first >= 0, MA_allocate_heap(type->code, nelem, "heap", &handle));
    CHECK_INT(first < 0, handle == -7);
    if (first >= 0)
        fill(block, handle, type, nelem, first);
}

static void free_one(block_t *block)
{
    check_contents(block);
    CHECK(MA_free_heap(block->handle));
    clear(block);
}

static void free_piece(block_t *block)
{
    Integer nelem = (Integer)below((int)block->nelem + 2);
    block_t rest = *block;
    if (nelem >= block->nelem) {
        CHECK(MA_free_heap_piece(block->handle, nelem));
        clear(block);
        return;
    }
    CHECK(MA_free_heap_piece(block->handle, nelem));
    clear(block);
    rest.nelem -= nelem;
    rest.lines = lines_for(rest.type, rest.nelem);
    check_contents(&rest);
    memset(model.is_used + rest.first, 1, (size_t)rest.lines);
    *block = rest;
}

static void push(const ma_type_t *type, Integer nelem)
{
    int lines = lines_for(type, nelem), is_room = model.stack_start - heap_end() >= lines;
    Integer handle = -7;
    CHECK_INT(is_room, MA_push_stack(type->code, nelem, "stack", &handle));
    if (is_room) {
        model.stack_start -= lines;
        fill(&model.stack[model.depth++], handle, type, nelem, model.stack_start);
    }
}

static void shrink_stack(int depth, int is_chopped)
{
    if (is_chopped)
        CHECK(MA_chop_stack(model.stack[depth].handle));
    while (model.depth > depth) {
        block_t *top = &model.stack[--model.depth];
        if (!is_chopped) {
            check_contents(top);
            CHECK(MA_pop_stack(top->handle));
        }
        model.stack_start += top->lines;
        clear(top);
    }
}

static void begin_space(void)
{
    Integer handle;
    CHECK(MA_init(MT_CHAR, (LINES - HEAP_LINES) * LINE - MA_sizeof_overhead(MT_CHAR),
                  HEAP_LINES * LINE - MA_sizeof_overhead(MT_CHAR)));
    CHECK(MA_allocate_heap(MT_CHAR, 0, "first", &handle));
    CHECK(MA_get_pointer(handle, (void *)&model.start));
    CHECK(MA_free_heap(handle));
    model.stack_start = LINES;
}

void ma_random(void)
{
    begin_space();
    MA_set_error_print(MA_FALSE);
    for (int step = 0; step < 30000; ++step) {
        const ma_type_t *type = &ma_types[below(MT_NUMTYPES)];
        block_t *block = &model.heap[below(BLOCKS)];
        /* Small ones and some that take much of the space. */
        Integer nelem = (Integer)below(below(8) == 0 ? 150 * LINE / type->size : 200);
        int what = below(10), grows = step / 400 % 3;
        /* At times only the stack grows, or only the heap, far beyond the partition. */
        if (grows == 1 && (what > 6 || block->lines == 0))
            what = 5;
        else if (grows == 2 && (what == 5 || what == 6 || block->lines > 0))
            what = 7;
        if (what < 5 && block->lines == 0)
            allocate(block, type, nelem);
        else if (what < 4)
            free_one(block);
        else if (what < 5)
            free_piece(block);
        else if (what < 7 && model.depth < BLOCKS)
            push(type, nelem);
        else if (model.depth > 0)
            shrink_stack(what < 9 ? model.depth - 1 : below(model.depth), what == 9);
        if (step % 8 == 0)
            check_inquiries(type);
    }
    CHECK(MA_verify_allocator_stuff());
    shrink_stack(0, 0);
    for (int k = 0; k < BLOCKS; ++k)
        if (model.heap[k].lines > 0)
            free_one(&model.heap[k]);
    CHECK_INT(LINES * LINE - GUARDS, MA_inquire_avail(MT_CHAR));
}

/* 10^5 blocks on each side: freed in an order that leaves every second one, then the rest. */
void ma_many(void)
{
    enum { N = 100000, STEP = 7919 }; /* a prime: k*STEP runs over all of them */
    static Integer handles[N];
    CHECK(MA_init(MT_CHAR, N * LINE, N * LINE));
    Integer all = MA_inquire_avail(MT_CHAR);
    int done = 0;
    for (int k = 0; k < N; ++k)
        done += MA_push_stack(MT_DBL, 6, "many", &handles[k]) != 0;
    CHECK_INT(N, done);
    for (int k = N; k-- > 0;)
        done -= MA_pop_stack(handles[k]) != 0;
    CHECK_INT(0, done);
    for (int round = 0; round < 2; ++round) {
        for (int k = 0; k < N; ++k)
            if (round == 0 || handles[k] == 0)
                done += MA_allocate_heap(MT_DBL, 6, "many", &handles[k]) != 0;
        CHECK_INT(N, done);
        for (int k = 0; k < N; ++k) {
            int one = (int)((long)k * STEP % N);
            if (one % 2 == 0 || round == 1) {
                done -= MA_free_heap(handles[one]) != 0;
                handles[one] = 0;
            }
        }
        CHECK_INT(round == 0 ? N / 2 : 0, done);
        if (round == 0)
            CHECK_INT(all - (Integer)N * LINE, MA_inquire_heap_no_partition(MT_CHAR));
    }
    CHECK_INT(all, MA_inquire_avail(MT_CHAR));
}
