/* wrong N: call number N of a table, whose arguments are wrong; each ends the program with words of
 * its own, which the last column gives, and an error. wrong N last: the last rank alone makes it,
 * while the others wait in a sync, and rank 0 in MPI. wrong each: all of them in one job, which
 * goes on where it should have ended, with the library started anew. wrong: the table. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "ga-mpi.h"
#include "ga-native.h"

static int g, vector, other, complexes, plan, letters, alone; /* alone: each rank's own */
static ga_t native;
static int sparse, raw; /* raw: not assembled */
static int *list;
static int64_t *wide_list;
static int in[2] = {0, 0}, to[2] = {3, 4}, out[2] = {3, 5}, back[2] = {-1, 0}, ld[1] = {5};
static int turn[2] = {4, 3}, square[2] = {3, 3};
static int narrow[1] = {4}, lists[2] = {7, 7}, *rows[1] = {out}, dims[2] = {4, 5};
static int64_t wide_in[2] = {0, 0}, wide_out[2] = {4, 4}, wide_ld[1] = {5};
static double buffer[64], one = 1;
static ga_nbhdl_t handle;
static void *memory;

/* X(call, words) */
#define WRONG(X)                                                                                   \
    X(NGA_Put(0, in, to, buffer, ld), "NGA_Put: 0 is not a live array")                            \
    X(NGA_Get(-1000 + 32768, in, to, buffer, ld), "NGA_Get: 31768 is not a live array")            \
    X(NGA_Acc(-32768, in, to, buffer, ld, &one), "NGA_Acc: -32768 is not a live array")            \
    X(GA_Zero(plan + 1), "GA_Zero: -993 is not")                                                   \
    X((GA_Destroy(other), GA_Fill(other, &one)), "GA_Fill: -998 is not a live array")              \
    X(NGA_Put(plan, in, to, buffer, ld), "not allocated yet: call GA_Allocate")                    \
    X(NGA_Put(g, in, out, buffer, ld), "NGA_Put: ga_put_nd")                                       \
    X(NGA_Get(g, back, to, buffer, ld), "NGA_Get: ga_get_nd")                                      \
    X(NGA_Put64(g, wide_in, wide_out, buffer, wide_ld), "NGA_Put: ga_put_nd")                      \
    X(NGA_Get(g, in, to, buffer, narrow), "NGA_Get: ga_get_nd")                                    \
    X(NGA_Get(g, in, to, NULL, ld), "the buffer")                                                  \
    X(NGA_NbGet(g, in, out, buffer, ld, &handle), "NGA_NbGet: ")                                   \
    X(NGA_Gather(g, buffer, rows, 1), "NGA_Gather: ")                                              \
    X(NGA_Scatter_flat(g, buffer, lists, 1), "NGA_Scatter_flat: ")                                 \
    X(NGA_Read_inc(g, in, 1), "NGA_Read_inc: ")                                                    \
    X(NGA_Read_inc(vector, lists, 1), "NGA_Read_inc: ")                                            \
    X(NGA_Create(4711, 2, dims, "a", NULL), "4711 is not a type")                                  \
    X(NGA_Create(C_DBL, 8, dims, "a", NULL), "NGA_Create: 8 dimensions")                           \
    X(NGA_Create(C_DBL, 100000000, dims, "a", NULL), "NGA_Create: 100000000 dimensions")           \
    X(NGA_Create64(C_DBL, 0, wide_in, "a", NULL), "GA_Set_data: 0 dimensions")                     \
    X(NGA_Create(C_DBL, 2, back, "a", NULL), "NGA_Create: ")                                       \
    X(GA_Allocate(g), "is allocated already")                                                      \
    X(GA_Allocate(GA_Create_handle()), "call GA_Set_data")                                         \
    X(GA_Set_restricted(plan, lists, -1), "a list of -1 ranks")                                    \
    X(GA_Set_property(g, "green"), "\"green\" is neither")                                         \
    X(GA_Dgemm('x', 'n', 4, 4, 4, one, g, g, one, g), "'n', 't' or 'c'")                           \
    X(GA_Dgemm('n', 'n', 4, 4, 4, one, vector, g, one, g), "1 dimensions, not 2")                  \
    X(GA_Dgemm('n', 'n', 40, 4, 4, one, g, other, one, g), "GA_Dgemm: ")                           \
    X(GA_Copy(g, vector), "GA_Copy: ")                                                             \
    X(GA_Copy(g, complexes), "GA_Copy: ")                                                          \
    X(GA_Add(&one, letters, &one, letters, letters), "GA_Add: ga_add: array 'letters' has type ")  \
    X(NGA_Acc(letters, in, to, buffer, ld, &one), "NGA_Acc: ")                                     \
    X(GA_Ddot(g, complexes), "GA_Ddot: ")                                                          \
    X(GA_Ddot(g, alone), "'g' and 'alone' are on different groups")                                \
    X(NGA_Ddot_patch(alone, 't', in, to, g, 'n', in, turn), "are on different groups")             \
    X(GA_Add(&one, g, &one, g, alone), "are on different groups")                                  \
    X(GA_Elem_multiply(alone, alone, g), "does not contain that of the second")                    \
    X(NGA_Matmul_patch('n', 't', &one, &one, alone, in, to, alone, in, to, g, in, square),         \
      "does not contain that of the second")                                                       \
    X(GA_Scale_rows(g, alone), "does not contain that of the second")                              \
    X(GA_Dgemm('n', 't', 4, 4, 5, one, alone, alone, one, g), "are on groups")                     \
    X(GA_Lu_solve('n', alone, g), "are on different groups")                                       \
    X(GA_Diag(alone, g, alone, buffer), "are on different groups")                                 \
    X(GA_Copy(0, 0), "GA_Copy: ")                                                                  \
    X(GA_Idot(g, g), "is of another type")                                                         \
    X(NGA_Copy_patch('x', g, in, to, g, in, to), "transposed or not")                              \
    X(NGA_Add_patch(&one, g, in, to, &one, g, in, out, g, in, to), "NGA_Add_patch: ")              \
    X(NGA_Select_elem(g, "mid", buffer, in), "the operator is \"mid\"")                            \
    X(GA_Dgop(buffer, 2, "middle"), "the operator is \"middle\"")                                  \
    X(GA_Dgop(buffer, -2, "+"), "GA_Dgop: ")                                                       \
    X(GA_Zgop((DoubleComplex *)buffer, 2, "max"), "gop: ")                                         \
    X(GA_Brdcst(buffer, 8, 99), "GA_Brdcst: ")                                                     \
    X(GA_Brdcst(buffer, -8, 0), "GA_Brdcst: -8 bytes")                                             \
    X(GA_Pgroup_create(lists, -1), "a list of -1 ranks")                                           \
    X(GA_Pgroup_create(lists, 1), "GA_Pgroup_create: ")                                            \
    X(GA_Pgroup_nodeid(4711), "4711 is not a group")                                               \
    X(GA_Pgroup_destroy(-1), "GA_Pgroup_destroy: ")                                                \
    X(GA_Pgroup_split(-1, -1), "-1 groups")                                                        \
    X(GA_MPI_Comm_pgroup(4711), "4711 is not a group")                                             \
    X(GA_Lock(0), "call GA_Create_mutexes")                                                        \
    X((GA_Create_mutexes(1), GA_Lock(1)), "GA_Lock: ")                                             \
    X((GA_Create_mutexes(1), GA_Unlock(0)), "GA_Unlock: ")                                         \
    X((GA_Create_mutexes(1), GA_Create_mutexes(1)), "exist already")                               \
    X(GA_Destroy_mutexes(), "there are no mutexes")                                                \
    X(NGA_Access(g, in, out, &memory, ld), "NGA_Access: ")                                         \
    X(NGA_Access_block(g, 99, &memory, ld), "NGA_Access_block: ")                                  \
    X(NGA_Put_field(g, in, to, 4, 5, buffer, ld), "5 bytes from byte 4")                           \
    X(NGA_Get_field(g, in, to, -1, 4, buffer, ld), "4 bytes from byte -1")                         \
    X(GA_Assemble_duplicate(g, "a", buffer), "is not memory of GA_Getmem")                         \
    X(GA_Freemem(buffer), "is not memory of GA_Getmem")                                            \
    X(GA_Getmem(C_DBL, -1, -1), "-1 elements")                                                     \
    X(GA_Checkpoint(&g, 0), "GA_Checkpoint: 0 arrays")                                             \
    X(GA_Recover(lists, 1), "GA_Recover: ")                                                        \
    X(GA_Scale_rows(g, g), "GA_Scale_rows: ")                                                      \
    X(GA_Solve(g, g), "GA_Solve: ")                                                                \
    X(GA_Lu_solve('n', g, g), "GA_Lu_solve: ")                                                     \
    X(GA_Cluster_nprocs(99), "there is no node 99")                                                \
    X((GA_Destroy(other), GA_Destroy(other)), "GA_Destroy: -998 is not a live array")              \
    X(GA_Dgop(buffer, 2, "&&"), "GA_Dgop: ")                                                       \
    X(NGA_Access_block_segment(g, 99, &memory, in), "NGA_Access_block_segment: ")                  \
    X(GA_To_native(5), "GA_To_native: 5 is not a live array")                                      \
    X(GA_To_native(plan), "not allocated yet: call GA_Allocate")                                   \
    X(GA_From_native(12345), "GA_From_native: ga_inquire_spec: ")                                  \
    X(GA_Deallocate(GA_From_native(native)), "GA_Deallocate: array ")                              \
    X(GA_Pgroup_to_native(0), "the group of mirrored arrays is not one of")                        \
    X(GA_Pgroup_from_native(12345), "GA_Pgroup_from_native: ")                                     \
    X(GA_Type_to_native(77), "77 is not a type of array elements")                                 \
    X(GA_Type_from_native(77), "GA_Type_from_native: ")                                            \
    X(NGA_Sprs_array_scale(g, &one), "NGA_Sprs_array_scale: ga_sparse_scale: -1000 is not a live") \
    X(NGA_Sprs_array_assemble(0), "0 is not a live sparse matrix")                                 \
    X((NGA_Sprs_array_destroy(sparse), NGA_Sprs_array_destroy(sparse)),                            \
      "is not a live sparse matrix")                                                               \
    X(GA_Zero(sparse), "is not a live array")                                                      \
    X(NGA_Sprs_array_create(0, 4, C_DBL), "NGA_Sprs_array_create: ga_sparse_create: 0 x 4")        \
    X(NGA_Sprs_array_create(4, 4, 4711), "4711 is not a type")                                     \
    X(NGA_Sprs_array_create(4, 4, C_CHAR), "is not a type with arithmetic")                        \
    X(NGA_Sprs_array_create64(INT64_MAX, 0, C_DBL), "x 0 elements")                                \
    X(NGA_Sprs_array_create_from_dense(vector), "NGA_Sprs_array_create_from_dense: ")              \
    X(NGA_Sprs_array_create_from_dense(letters), "NGA_Sprs_array_create_from_dense: ")             \
    X(NGA_Sprs_array_create_from_sparse(raw), "has not been assembled")                            \
    X(NGA_Sprs_array_add_element(sparse, 4, 0, &one), "NGA_Sprs_array_add_element: ")              \
    X(NGA_Sprs_array_add_element(sparse, 0, -1, &one), "NGA_Sprs_array_add_element: ")             \
    X(NGA_Sprs_array_row_distribution(sparse, 99, in, to), "rank 99 outside")                      \
    X(NGA_Sprs_array_column_distribution(sparse, -1, in, to), "rank -1 outside")                   \
    X(NGA_Sprs_array_access_col_block(sparse, 99, &list, &list, &memory), "block 99 of columns")   \
    X(NGA_Sprs_array_access_col_block(raw, 0, &list, &list, &memory), "has not been assembled")    \
    X(NGA_Sprs_array_access_col_block64(sparse, 0, &wide_list, &wide_list, &memory),               \
      "has indices of 4 bytes, this call is for those of 8")                                       \
    X(NGA_Sprs_array_get_block(sparse, 0, 99, &list, &list, &memory, in, in, in, in),              \
      "NGA_Sprs_array_get_block: ")                                                                \
    X(NGA_Sprs_array_get_block64(sparse, INT64_MAX, 0, &wide_list, &wide_list, &memory, wide_in,   \
                                 wide_in, wide_in, wide_in),                                       \
      "block 9223372036854775807, 0: ranks")                                                       \
    X(NGA_Sprs_array_get_column(sparse, 5), "column 5 outside 0..4")                               \
    X(NGA_Sprs_array_get_diag(raw, in), "has not been assembled")                                  \
    X(NGA_Sprs_array_diag_left_multiply(sparse, vector), "NGA_Sprs_array_diag_left_multiply: ")    \
    X(NGA_Sprs_array_diag_right_multiply(sparse, g), "NGA_Sprs_array_diag_right_multiply: ")       \
    X(NGA_Sprs_array_matvec_multiply(sparse, g, g), "NGA_Sprs_array_matvec_multiply: ")            \
    X(NGA_Sprs_array_matmat_multiply(sparse, sparse), "NGA_Sprs_array_matmat_multiply: ")          \
    X(NGA_Sprs_array_sprsdns_multiply(sparse, vector), "1 dimensions, not 2")                      \
    X(NGA_Sprs_array_sprsdns_multiply(sparse, g), "NGA_Sprs_array_sprsdns_multiply: ")             \
    X(NGA_Sprs_array_dnssprs_multiply(alone, sparse), "NGA_Sprs_array_dnssprs_multiply: ")         \
    X(NGA_Sprs_array_count_sketch(sparse, 5, in, in), "5 rows: a sketch of sparse array ")         \
    X(NGA_Sprs_array_export(sparse, "/nowhere/a.mtx"), "NGA_Sprs_array_export: ga_sparse_write: ") \
    X(GA_Error("the program's own words", 7), "the program's own words: 7")

#define TEXT(call, words) words,
static const char *const words[] = {WRONG(TEXT)};
#define NAME(call, words) #call,
static const char *const names[] = {WRONG(NAME)};
enum { COUNT = sizeof words / sizeof words[0] };

static void make(int number)
{
    int k = 0;
#define MAKE(call, words)                                                                          \
    if (k++ == number)                                                                             \
        (void)(call);
    WRONG(MAKE)
}

static void begin(void)
{
    GA_Initialize();
    g = NGA_Create(C_DBL, 2, dims, "g", NULL);
    vector = NGA_Create(C_INT, 1, dims, "vector", NULL);
    other = NGA_Create(C_DBL, 2, dims, "other", NULL);
    complexes = NGA_Create(C_DCPL, 2, dims, "complexes", NULL);
    letters = NGA_Create(C_CHAR, 2, dims, "letters", NULL);
    alone = NGA_Create_config(C_DBL, 2, dims, "alone", NULL, GA_Pgroup_self());
    plan = GA_Create_handle();
    GA_Set_data(plan, 2, dims, C_DBL);
    if (ga_create(ASHLAR_DOUBLE, 4, 5, "native", 0, 0, &native) != ASHLAR_OK)
        GA_Error("no native array", 1);
    sparse = NGA_Sprs_array_create(dims[0], dims[1], C_DBL);
    raw = NGA_Sprs_array_create(dims[0], dims[1], C_DBL);
    NGA_Sprs_array_assemble(sparse);
}

/* ---- all in one job ---- */

static struct {
    int is_caught, code; /* MPI_Abort() comes back to `back` */
    jmp_buf back;
} end;

int MPI_Abort(MPI_Comm comm, int code)
{
    if (!end.is_caught)
        return PMPI_Abort(comm, code);
    end.code = code;
    longjmp(end.back, 1);
}

/* The library gives its launcher time to pass the words on; here they are read from a file. */
int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (end.is_caught && time->tv_nsec >= 100000000)
        return 0;
    errno = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
    return errno ? -1 : 0;
}

/* Make a call with stderr in a file: what was said, or NULL if it came back. */
static const char *make_caught(int number, FILE *file)
{
    static char said[4096];
    int stderr_before = dup(2);
    volatile int came_back = 0;
    rewind(file);
    fflush(stderr);
    dup2(fileno(file), 2);
    end.is_caught = 1;
    end.code = 0;
    if (setjmp(end.back) == 0) {
        make(number);
        came_back = 1;
    }
    end.is_caught = 0;
    off_t n = lseek(2, 0, SEEK_CUR);
    GA_Terminate(); /* says which arrays are alive, there */
    dup2(stderr_before, 2);
    close(stderr_before);
    ssize_t got = pread(fileno(file), said, n < 4095 ? (size_t)n : 4095, 0);
    said[got > 0 ? got : 0] = 0;
    return came_back ? NULL : said;
}

static int make_each(void)
{
    int failed = 0, all, rank;
    char number[16];
    FILE *file = tmpfile();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(number, sizeof number, "%d: ", rank);
    for (int k = 0; file && k < COUNT; ++k) {
        begin();
        const char *said = make_caught(k, file);
        if (said && strncmp(said, number, strlen(number)) == 0 && strstr(said, words[k]) &&
            end.code != 0)
            continue;
        ++failed;
        printf("rank %d: %s %s \"%s\" but \"%s\", code %d\n", rank, names[k],
               said ? "did not say" : "came back instead of saying", words[k], said ? said : "",
               end.code);
    }
    MPI_Allreduce(&failed, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d wrong calls, %d failures on all ranks\n", COUNT, all);
    return !file || all;
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? atoi(argv[1]) : -1, is_each = argc > 1 && !strcmp(argv[1], "each");
    if (argc < 2 || number >= COUNT) {
        for (int k = 0; k < COUNT; ++k)
            printf("%d\t%s\t%s\n", k, words[k], names[k]);
        return 0;
    }
    MPI_Init(&argc, &argv);
    int failed = is_each && make_each();
    if (!is_each) {
        begin();
        if (argc == 2 || GA_Nodeid() == GA_Nnodes() - 1)
            make(number);
        else if (GA_Nodeid() == 0)
            MPI_Recv(&number, 1, MPI_INT, GA_Nnodes() - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        GA_Terminate();
    }
    MPI_Finalize();
    return failed; /* of a single call it must not come to this */
}
