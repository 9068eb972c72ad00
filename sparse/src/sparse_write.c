/* Writing files in the Matrix Market exchange format: each rank the lines of its rows, to their
 * place in the file. */
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sparse/src/sparse_private.h"

#define AL_TEMPLATE "sparse/src/sparse_write.inc"
#include "armci-lite/src/local/al_each_type.h"

typedef int print_number_t(const char *value, char *text, size_t room);
#define PRINT(id, ctype, mpitype, kind) id##_print,
static print_number_t *const print_number[ASHLAR_TYPE_COUNT] = {ASHLAR_TYPE_TABLE(PRINT)};

enum { LONGEST = 1024 }; /* bytes of a line, and more */

/* Text on its way into a file; file -1: it is only counted. */
typedef struct writer {
    int file;
    int64_t at; /* in the file */
    size_t n;   /* in the buffer */
    char buffer[1 << 16];
} writer_t;

static bool flush_text(writer_t *writer)
{
    size_t done = 0;
    while (writer->file >= 0 && done < writer->n) {
        const ssize_t wrote = pwrite(writer->file, writer->buffer + done, writer->n - done,
                                     writer->at + (int64_t)done);
        if (wrote < 0 && errno != EINTR)
            return false;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    writer->at += (int64_t)writer->n;
    writer->n = 0;
    return true;
}

static bool write_heading(const spi_matrix_t *matrix, writer_t *writer)
{
    static const char *const names[] = {['i'] = "integer", ['r'] = "real", ['c'] = "complex"};
    writer->n = (size_t)snprintf(writer->buffer, sizeof writer->buffer,
                                 "%%%%MatrixMarket matrix coordinate %s general\n%" PRId64
                                 " %" PRId64 " %" PRId64 "\n",
                                 names[(unsigned char)ali_types[matrix->type].kind], matrix->rows,
                                 matrix->cols, matrix->stored);
    return flush_text(writer);
}

static bool write_my_rows(const spi_matrix_t *matrix, writer_t *writer)
{
    const int64_t lo = spi_row_lo(matrix);
    for (int64_t row = 0; row < spi_my_rows(matrix); ++row)
        for (int64_t k = spi_begin(matrix, row); k < spi_begin(matrix, row + 1); ++k) {
            if (sizeof writer->buffer - writer->n < LONGEST && !flush_text(writer))
                return false;
            char *text = writer->buffer + writer->n;
            int n = snprintf(text, LONGEST, "%" PRId64 " %" PRId64, lo + row + 1,
                             spi_column(matrix, k) + 1);
            n += print_number[matrix->type](matrix->value + (size_t)k * matrix->element, text + n,
                                            (size_t)(LONGEST - n));
            writer->n += (size_t)n;
        }
    return flush_text(writer);
}

static void add_length(void *into, const void *behind, const void *context)
{
    (void)context;
    *(int64_t *)into += *(const int64_t *)behind;
}

/* Where the text of this rank begins: behind that of all before it. */
static int place_text(const spi_matrix_t *matrix, writer_t *writer)
{
    int64_t before = 0, scratch;
    writer->file = -1;
    if (matrix->rank == 0)
        write_heading(matrix, writer);
    write_my_rows(matrix, writer);
    const int64_t mine = writer->at;
    AL_TRY(ali_tree_scan(&matrix->group->members, &mine, &before, &scratch, sizeof mine, add_length,
                         NULL));
    writer->at = before;
    return ASHLAR_OK;
}

static int bad_output(const char *call, const char *path)
{
    return AL_FAIL(ASHLAR_ESYS, "%s: %s cannot be written: %s", call, path, strerror(errno));
}

static int open_output(const char *call, const char *path, const spi_matrix_t *matrix, int *file)
{
    const int create = matrix->rank == 0 ? O_CREAT | O_TRUNC : 0;
    int status = ASHLAR_OK;
    *file = -1;
    for (int turn = 0; turn < 2 && status == ASHLAR_OK; ++turn) { /* rank 0 first */
        if ((turn == 0) == (matrix->rank == 0))
            *file = open(path, O_WRONLY | O_CLOEXEC | create, 0666);
        if ((turn == 1 || matrix->rank == 0) && *file < 0)
            status = bad_output(call, path);
        status = gai_agree(call, matrix->group, status);
    }
    if (status != ASHLAR_OK && *file >= 0)
        close(*file);
    return status;
}

static int write_text(const char *call, const char *path, const spi_matrix_t *matrix,
                      writer_t *writer)
{
    bool is_good = matrix->rank != 0 || write_heading(matrix, writer);
    is_good = is_good && write_my_rows(matrix, writer);
    int status = is_good ? ASHLAR_OK : bad_output(call, path);
    if (close(writer->file) != 0 && status == ASHLAR_OK)
        status = bad_output(call, path);
    return gai_agree(call, matrix->group, status);
}

int ga_sparse_write(ga_sparse_t s, const char *path)
{
    SPI_COLLECTIVE(ga_sparse_write, s, path);
    spi_matrix_t *matrix;
    int file;
    AL_TRY(spi_find_assembled(__func__, s, &matrix));
    if (!path)
        return gai_bad_argument(__func__, "path");
    writer_t *writer = calloc(1, sizeof *writer);
    int status = writer ? ASHLAR_OK : AL_FAIL(ASHLAR_ENOMEM, "%s: no memory", __func__);
    status = gai_agree(__func__, matrix->group, status);
    if (status == ASHLAR_OK)
        status = place_text(matrix, writer);
    if (status == ASHLAR_OK)
        status = open_output(__func__, path, matrix, &file);
    if (status == ASHLAR_OK) {
        writer->file = file;
        status = write_text(__func__, path, matrix, writer);
    }
    free(writer);
    return status;
}
