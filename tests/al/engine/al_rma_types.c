/* Datatypes of MPI that are alive together. MPICH 4.0 packs contiguous derived ones short when
 * there have been too many: neither may transfers suffer from those of the program, nor the program
 * from those of transfers. */
#include <string.h>

#include <ashlar/al.h>
#include "al/engine/lazy.h"
#include "harness/harness.h"

enum { ROWS = 3, ROW = 24, PITCH = 1080, TILES = 2500, SLICE = PITCH * 130 };

static char byte_at(int rank, size_t offset)
{
    return (char)(offset * 7 + (offset >> 8) * 3 + 5 * (size_t)rank);
}

/* A segment in which the bytes say where they are. */
static al_segment_t *create_filled(void)
{
    al_segment_t *segment = NULL;
    void *slice;
    CHECK_OK(al_segment_create(al_group_world(), SLICE, &segment));
    CHECK_OK(al_segment_address(segment, al_rank(), &slice));
    for (size_t k = 0; k < SLICE; ++k)
        ((char *)slice)[k] = byte_at(al_rank(), k);
    CHECK_OK(al_barrier(al_group_world()));
    return segment;
}

/* Rows of an odd number of bytes, as a message of a program might have. */
static void make_vectors(MPI_Datatype *types, int count)
{
    for (int k = 0; k < count; ++k) {
        MPI_Type_vector(7, 143, 143, MPI_BYTE, &types[k]);
        MPI_Type_commit(&types[k]);
    }
}

/* The last first, so that MPI gives out what it had given out first. */
static void free_vectors(MPI_Datatype *types, int count)
{
    while (count > 0)
        MPI_Type_free(&types[--count]);
}

static void check_packing(void)
{
    enum { TYPES = 20, BYTES = 7 * 143 };
    MPI_Datatype types[TYPES];
    char from[BYTES], to[BYTES];
    int wrong = 0;
    memset(from, 1, BYTES);
    make_vectors(types, TYPES);
    for (int k = 0; k < TYPES; ++k) {
        int position = 0;
        memset(to, 0, BYTES);
        MPI_Pack(from, 1, types[k], to, BYTES, &position, MPI_COMM_SELF);
        wrong += position != BYTES || memcmp(from, to, BYTES) != 0;
    }
    free_vectors(types, TYPES);
    CHECK_INT(0, wrong);
}

static size_t tile_at(int k)
{
    return (size_t)(k / 45 % 120) * PITCH + (size_t)(k % 45) * ROW;
}

/* Very many tiles are asked for, of two shapes, before the first is waited for. */
TEST_CASE(types_under_way, TEST_AL)
{
    static char in[TILES][2 * ROWS * ROW];
    const int next = (al_rank() + 1) % al_size();
    al_segment_t *segment = create_filled();
    al_handle_t handle = 0;
    int wrong = 0;
    check_packing();
    for (int k = 0; k < TILES; ++k) {
        const al_shape_t tile = {.levels = 1,
                                 .count = {ROW, ROWS},
                                 .seg_stride = {PITCH},
                                 .buf_stride = {k % 2 ? ROW : 2 * ROW}};
        CHECK_OK(al_get_nb(segment, next, tile_at(k), in[k], &tile, &handle));
    }
    CHECK_OK(al_wait(&handle));
    for (int k = 0; k < TILES; ++k)
        for (size_t b = 0; b < ROWS * ROW; ++b)
            wrong += in[k][b / ROW * (k % 2 ? ROW : 2 * ROW) + b % ROW] !=
                     byte_at(next, tile_at(k) + b / ROW * PITCH + b % ROW);
    CHECK_INT(0, wrong);
    CHECK_OK(al_barrier(al_group_world()));
    check_packing();
    CHECK_OK(al_segment_free(segment));
}

/* From a buffer without gaps to a place with gaps and back, and the other way. */
static void move_there_and_back(al_segment_t *segment, size_t seg_stride, size_t buf_stride)
{
    enum { RUN = 104, RUNS = 9 };
    const al_shape_t shape = {
        .levels = 1, .count = {RUN, RUNS}, .seg_stride = {seg_stride}, .buf_stride = {buf_stride}};
    const int next = (al_rank() + 1) % al_size();
    int64_t out[2 * RUN * RUNS / 8], in[2 * RUN * RUNS / 8];
    const int64_t one = 1;
    int wrong = 0;
    for (size_t k = 0; k < sizeof out / 8; ++k)
        out[k] = (int64_t)(1000 * (size_t)al_rank() + k);
    memset(in, 0, sizeof in);
    CHECK_OK(al_put_strided(segment, next, 0, out, &shape));
    CHECK_OK(al_acc_strided(segment, next, 0, ASHLAR_LLONG, &one, out, &shape));
    CHECK_OK(al_get_strided(segment, next, 0, in, &shape));
    for (size_t k = 0; k < RUN * RUNS / 8; ++k) {
        const size_t at = k / (RUN / 8) * buf_stride / 8 + k % (RUN / 8);
        wrong += in[at] != 2 * out[at];
    }
    CHECK_INT(0, wrong);
    CHECK_OK(al_barrier(al_group_world()));
}

/* With very many datatypes of the program; transfers have none without gaps. */
TEST_CASE(types_of_the_program, TEST_AL)
{
    enum { TYPES = 2000 };
    static MPI_Datatype types[TYPES];
    al_segment_t *segment = create_filled();
    const int before = lazy_dense();
    make_vectors(types, TYPES);
    move_there_and_back(segment, 200, 104);
    move_there_and_back(segment, 104, 200);
    move_there_and_back(segment, 200, 200);
    free_vectors(types, TYPES);
    CHECK_INT(before, lazy_dense());
    CHECK_OK(al_barrier(al_group_world()));
    CHECK_OK(al_segment_free(segment));
}
