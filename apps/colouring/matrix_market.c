/* Sparse matrices in the Matrix Market format: element (i, j) is an edge between i and j. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <mpi.h>

#include "edges.h"

enum { CHUNK = 64 }; /* edges in a message: sent before its receiver waits for it */

typedef struct reader {
    const char *file;
    FILE *stream;
    char *text; /* the line */
    size_t room;
    int64_t line;
    int64_t rows, entries;
    int values; /* of an entry */
    int is_whole;
} reader_t;

/* @return -1 */
static int fail_line(const reader_t *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "colouring: %s:%lld: ", reader->file, (long long)reader->line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return -1;
}

/* @return 0: the file has ended */
static int next_line(reader_t *reader)
{
    ++reader->line;
    return getline(&reader->text, &reader->room, reader->stream) >= 0;
}

/* The same, but past comments and empty lines. */
static int next_content(reader_t *reader)
{
    while (next_line(reader))
        if (reader->text[0] != '%' && reader->text[strspn(reader->text, " \t\r\n")])
            return 1;
    return 0;
}

/* Take a whole number off the front of a line. */
static int take_whole(char **at, int64_t *number)
{
    char *end;
    *number = strtoll(*at, &end, 10);
    int found = end != *at && (isspace((unsigned char)*end) || *end == 0);
    *at = end;
    return found;
}

static int is_at_end(const char *at)
{
    return at[strspn(at, " \t\r\n")] == 0;
}

static int is_among(const char *word, const char *const *words)
{
    for (; *words; ++words)
        if (strcasecmp(word, *words) == 0)
            return 1;
    return 0;
}

static int read_head(reader_t *reader)
{
    static const char *const fields[] = {"pattern", "real", "integer", "complex", NULL};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian",
                                             NULL};
    char object[32] = "", format[32] = "", field[32] = "", symmetry[32] = "", rest;
    int64_t columns;
    if (!next_line(reader) || sscanf(reader->text, "%%%%MatrixMarket %31s %31s %31s %31s %c",
                                     object, format, field, symmetry, &rest) != 4)
        return fail_line(reader, "not '%%%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    if (strcasecmp(object, "matrix") != 0 || strcasecmp(format, "coordinate") != 0)
        return fail_line(reader, "'%s %s' is not read, only 'matrix coordinate'", object, format);
    if (!is_among(field, fields))
        return fail_line(reader, "'%s' is not pattern, real, integer or complex", field);
    if (!is_among(symmetry, symmetries))
        return fail_line(reader, "'%s' is not general, symmetric, skew-symmetric or hermitian",
                         symmetry);
    reader->values = strcasecmp(field, "pattern") == 0 ? 0 : strcasecmp(field, "complex") ? 1 : 2;
    reader->is_whole = strcasecmp(field, "integer") == 0;
    if (!next_content(reader))
        return fail_line(reader, "the file ends before the numbers of rows, columns and entries");
    char *at = reader->text;
    if (!take_whole(&at, &reader->rows) || !take_whole(&at, &columns) ||
        !take_whole(&at, &reader->entries) || !is_at_end(at))
        return fail_line(reader, "not the numbers of rows, columns and entries");
    if (reader->rows != columns)
        return fail_line(reader, "%lld rows and %lld columns: not the matrix of a graph",
                         (long long)reader->rows, (long long)columns);
    if (reader->rows < 1 || reader->rows > EDGES_VERTICES || reader->entries < 0)
        return fail_line(reader, "%lld rows and %lld entries: a graph has 1 to %d vertices",
                         (long long)reader->rows, (long long)reader->entries, EDGES_VERTICES);
    return 0;
}

static int read_entry(reader_t *reader, int64_t index[2])
{
    char *at = reader->text;
    for (int d = 0; d < 2; ++d) {
        if (!take_whole(&at, &index[d]))
            return fail_line(reader, "not an entry: two indices and %d number(s)", reader->values);
        if (index[d] < 1 || index[d] > reader->rows)
            return fail_line(reader, "index %lld is not from 1 to %lld", (long long)index[d],
                             (long long)reader->rows);
    }
    for (int k = 0; k < reader->values; ++k) {
        char *end;
        if (reader->is_whole)
            (void)strtoll(at, &end, 10);
        else
            (void)strtod(at, &end);
        if (end == at)
            return fail_line(reader, "not an entry: two indices and %d number(s)", reader->values);
        at = end;
    }
    return is_at_end(at) ? 0
                         : fail_line(reader, "more in an entry than two indices and %d number(s)",
                                     reader->values);
}

/* Rank 0: chunks in turn to all ranks, itself among them. */
static int read_entries(reader_t *reader, edges_t *edges, int size)
{
    edges_t chunk = {0};
    int to = 0, status = 0;
    for (int64_t k = 0; k < reader->entries && status == 0; ++k) {
        int64_t index[2];
        if (!next_content(reader)) {
            status = fail_line(reader, "the file ends after %lld entries of %lld", (long long)k,
                               (long long)reader->entries);
            break;
        }
        status = read_entry(reader, index);
        if (status == 0)
            edges_add(to == 0 ? edges : &chunk, index[0] - 1, index[1] - 1);
        if ((k + 1) % CHUNK != 0 && k + 1 < reader->entries)
            continue;
        if (to > 0)
            MPI_Send(chunk.pair, (int)chunk.n, MPI_UINT64_T, to, 0, MPI_COMM_WORLD);
        chunk.n = 0;
        to = (to + 1) % size;
    }
    if (status == 0 && next_content(reader))
        status =
            fail_line(reader, "more than the %lld entries announced", (long long)reader->entries);
    for (int r = 1; r < size; ++r)
        MPI_Send(NULL, 0, MPI_UINT64_T, r, 0, MPI_COMM_WORLD);
    free(chunk.pair);
    return status;
}

static void receive(edges_t *edges)
{
    uint32_t(*chunk)[2] = colouring_take(CHUNK, sizeof *chunk);
    int n;
    do {
        MPI_Status status;
        MPI_Recv(chunk, CHUNK, MPI_UINT64_T, 0, 0, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_UINT64_T, &n);
        for (int k = 0; k < n; ++k)
            edges_add(edges, chunk[k][0], chunk[k][1]);
    } while (n > 0);
    free(chunk);
}

int edges_read(edges_t *edges, const char *file, int64_t *vertices, int rank, int size)
{
    reader_t reader = {.file = file, .rows = -1};
    if (rank == 0 && !(reader.stream = fopen(file, "r")))
        perror(file);
    else if (rank == 0 && read_head(&reader) != 0)
        reader.rows = -1;
    MPI_Bcast(&reader.rows, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    *vertices = reader.rows;
    int status = reader.rows < 0 ? -1 : 0;
    if (status == 0 && rank == 0)
        status = read_entries(&reader, edges, size);
    else if (status == 0)
        receive(edges);
    MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (reader.stream)
        fclose(reader.stream);
    free(reader.text);
    return status;
}
