/* Inquiries: what the library says of extents, owners and pieces of arrays, and of calls. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stress.h"

static void check_shape(const array_t *array)
{
    const model_t *m = &array->model;
    int64_t dims[ASHLAR_MAX_DIM], rows, cols, blocks[ASHLAR_MAX_DIM], n = 1, all = 0, sum = 0;
    ga_spec_t spec;
    ga_group_t group;
    const char *name;
    ga_type type;
    int ndim;

    stress_ok(ga_inquire_nd(array->g, &type, &ndim, dims));
    stress_ok(ga_inquire_group(array->g, &group));
    stress_ok(ga_inquire_name(array->g, &name));
    stress_ok(ga_inquire_grid(array->g, blocks));
    stress_ok(ga_inquire_blocks(array->g, &all));
    stress_ok(ga_inquire_spec(array->g, &spec));
    for (int d = 0; d < m->whole.ndim; ++d)
        n *= blocks[d];
    for (int rank = 0; rank < array->group->n; ++rank)
        sum += owned(array, rank);
    if (type != m->type || ndim != m->whole.ndim || n < 1 || n != all || n != sum ||
        (spec.kind <= GA_IRREGULAR && n > array->group->n) ||
        memcmp(dims, m->dims, (size_t)ndim * sizeof *dims) != 0 || group != array->group->g ||
        strcmp(name, array->name) != 0) {
        stress_fail("array '%s' of type %d and %d dimensions says that it is '%s' of type %d and "
                    "%d dimensions on group %d in %lld blocks",
                    array->name, (int)m->type, m->whole.ndim, name, (int)type, ndim, (int)group,
                    (long long)n);
    }
    if (ndim == 2) {
        stress_ok(ga_inquire(array->g, NULL, &rows, &cols));
        if (rows != dims[0] || cols != dims[1])
            stress_fail("%lld x %lld", (long long)rows, (long long)cols);
    }
}

/* An element's owner is the rank whose block it is in. */
static void check_owner(const array_t *array)
{
    patch_t at = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    ga_block_t b, same;
    int rank;

    stress_ok(call_locate(array, at.lo, &rank));
    stress_ok(ga_block_by_element(array->g, at.lo, &b));
    stress_ok(ga_block_by_number(array->g, b.number, &same));
    patch_t block = block_patch(array, rank, b.index);
    if (b.rank != rank || same.rank != rank || !patch_contains(&block, at.lo) ||
        memcmp(same.lo, b.lo, sizeof b.lo) != 0)
        stress_fail("rank %d is said to own an element, but it is not in its block", rank);
}

/* The number of the block that a piece is the part of. */
static int64_t check_piece(const array_t *array, const patch_t *whole, const ga_piece_t *piece)
{
    ga_block_t block;

    stress_ok(ga_block_by_element(array->g, piece->lo, &block));
    for (int d = 0; d < whole->ndim; ++d) {
        int64_t lo = block.lo[d] > whole->lo[d] ? block.lo[d] : whole->lo[d];
        int64_t hi = block.hi[d] < whole->hi[d] ? block.hi[d] : whole->hi[d];
        if (piece->rank != block.rank || piece->lo[d] != lo || piece->hi[d] != hi || hi < lo) {
            stress_fail("the piece of rank %d is %lld..%lld in dimension %d, not %lld..%lld",
                        piece->rank, (long long)piece->lo[d], (long long)piece->hi[d], d,
                        (long long)lo, (long long)hi);
        }
    }
    return block.number;
}

/* All pieces of a patch; the caller frees them. */
static ga_piece_t *all_pieces(const array_t *array, const patch_t *p, int64_t *n)
{
    stress_ok(call_locate_region(array, p, 0, NULL, n));
    ga_piece_t *pieces = malloc((size_t)*n * sizeof *pieces);
    if (!pieces)
        stress_fail("no memory for %lld pieces", (long long)*n);
    stress_ok(call_locate_region(array, p, *n, pieces, n));
    return pieces;
}

/* The pieces of a patch lie in their owners' blocks and make it up. */
static void check_pieces(const array_t *array)
{
    patch_t p = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    ga_piece_t few[2];
    int64_t n, all, most = draw_own(0, 2), count = 0, before = -1;
    ga_piece_t *pieces = all_pieces(array, &p, &all);

    stress_ok(call_locate_region(array, &p, most, most ? few : NULL, &n));
    for (int64_t k = 0; k < all; ++k) {
        patch_t part = patch_make(p.ndim, pieces[k].lo, pieces[k].hi);
        int64_t number = check_piece(array, &p, &pieces[k]);
        count += patch_count(&part);
        if (number <= before)
            stress_fail("the pieces are not in block order");
        before = number;
    }
    if (n != all || count != patch_count(&p)) {
        stress_fail("%lld or %lld pieces have %lld of %lld elements", (long long)n, (long long)all,
                    (long long)count, (long long)patch_count(&p));
    }
    free(pieces);
}

void do_inquire(array_t *array)
{
    check_shape(array);
    check_owner(array);
    check_pieces(array);
}

/* ---- statistics ------------------------------------------------------------------------------ */

/* The counts that a get of a patch must add. */
static void check_counts(const array_t *array, const patch_t *p)
{
    int64_t bytes[3] = {0}, n; /* my own, others on my node, elsewhere */
    ga_piece_t *pieces = all_pieces(array, p, &n);
    ga_stats_t s, put;

    for (int64_t k = 0; k < n; ++k) {
        patch_t part = patch_make(p->ndim, pieces[k].lo, pieces[k].hi);
        int where = pieces[k].rank == array->group->me     ? 0
                    : is_on_my_node(array, pieces[k].rank) ? 1
                                                           : 2;
        bytes[where] += patch_count(&part) * (int64_t)type_bytes(array->model.type);
    }
    free(pieces);
    stress_ok(ga_stats(GA_STATS_GET, &s));
    stress_ok(ga_stats(GA_STATS_PUT, &put));
    if (s.calls != 1 || s.bytes_own != bytes[0] || s.bytes_node != bytes[1] ||
        s.bytes_remote != bytes[2] || put.calls != 0) {
        stress_fail("counted %lld gets of %lld, %lld, %lld bytes and %lld puts, expected 1 of "
                    "%lld, %lld, %lld",
                    (long long)s.calls, (long long)s.bytes_own, (long long)s.bytes_node,
                    (long long)s.bytes_remote, (long long)put.calls, (long long)bytes[0],
                    (long long)bytes[1], (long long)bytes[2]);
    }
}

/* The table, on rank 0 of the world. */
static void print_stats(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = ga_rank() == 0 ? open_memstream(&text, &size) : NULL;

    stress_ok(ga_stats_print(stream));
    if (stream) {
        fclose(stream);
        if (!strstr(text, "\nget ") || strstr(text, "\nput "))
            stress_fail("the table of statistics is: %s", text);
        free(text);
    }
}

void do_stats(array_t *array)
{
    patch_t p = patch_random(&stress.own, array->model.whole.ndim, array->model.dims);
    buffer_t b = buffer_create_random(&stress.own, array->model.type, &p);

    enter(array, PHASE_READS, 0);
    stress_ok(ga_stats_enable(1));
    stress_ok(call_get(array, &b));
    check_counts(array, &p);
    check_buffer(array, &b, NULL);
    buffer_free(&b);
    if (array->group == &stress.groups[0] && draw(0, 3) == 0)
        print_stats();
    stress_ok(ga_stats_enable(0));
}
