/* Matrices that the ranks of a process grid factor together, tile column by tile column: what the
 * others have is read where it lies on a node, and fetched between nodes. */
#ifndef LA_TILED_H
#define LA_TILED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ashlar/al.h>

#include "linalg/src/blas/la_blas.h"
#include "linalg/src/lapack/la_tile_routines.h"

/* The rows that swaps of a panel move: `from[i]` becomes row i of its tile row, and row source[d]
 * of that becomes row[d], which is below. */
typedef struct lai_moves {
    int64_t k, count, *from, *row, *source;
} lai_moves_t;

/* The best row that a rank has for a column of a panel. size: below 0: it has none. */
typedef struct lai_candidate {
    double size;
    int64_t row;
    char elements[]; /* of all columns of the panel */
} lai_candidate_t;

/* Room for a panel of another node (la_tiled_fetch.c). */
typedef struct lai_place {
    int64_t k;          /* that is here, or comes; -1: none */
    al_handle_t handle; /* of the transfer */
    bool is_told;       /* to others of my process row on my node: it is here */
} lai_place_t;

enum { LAI_PLACES = 2 };

/* Where my process row on my node has the panels of a process column. */
typedef struct lai_source {
    int fetcher;     /* the process column whose rank fetches them; -1: they lie on my node */
    int turn, turns; /* which of the panels it fetches is the first of these; then every turns-th */
} lai_source_t;

typedef struct lai_tiled lai_tiled_t;

/* An algorithm by tiles. All its functions are called by all ranks of the grid. */
typedef struct lai_tiled_algorithm {
    /* The matrix becomes its factors. @return LAPACK's info */
    int64_t (*factor)(lai_tiled_t *t);
    /* b = inverse(op(a)) * b, where the matrix has the factors of a, op is 'N', 'T' or 'C', and the
     * rows of b lie as those of the matrix */
    void (*solve)(lai_tiled_t *t, char op, lai_cyclic_t *b);
    /* The step of solve() that panel k is for, while the panel is in the cache: factor() takes it
     * for t->begun, and solve() then leaves these steps out. NULL: none */
    void (*begin)(lai_tiled_t *t, int64_t k);
    /* The factors f, the matrix or a copy, become those of LAPACK; NULL: they are. */
    void (*order)(lai_tiled_t *t, const lai_cyclic_t *f);
    bool has_blocks; /* Tops are not tiles on the diagonal, but blocks of reflectors. */
} lai_tiled_algorithm_t;

/* LU factors with partial pivoting; the lower triangle's Cholesky factor, without a look at the
 * upper one. */
extern const lai_tiled_algorithm_t lai_tiled_lu, lai_tiled_cholesky;
/* q*r of a matrix of no fewer rows than columns, on a grid of one row; solve() gives the x for
 * which a*x is closest to b, in its first rows, op being 'N'. */
extern const lai_tiled_algorithm_t lai_tiled_qr;

struct lai_tiled {
    const lai_cyclic_t *x; /* my part; it begins my slice of x->segment */
    al_group_t *group;     /* its first ranks make the grid */
    al_segment_t *shared;  /* of each rank: counters, pivots, tops and rows (la_tiled.c) */
    const lai_blas_t *blas;
    const lai_tile_routines_t *routines;
    const lai_tiled_algorithm_t *algorithm;
    size_t pivots, tops, few, candidates, places, rows; /* where they begin in a slice */
    size_t row_bytes, place_bytes;                      /* of one of the two places */
    lai_source_t *sources;              /* of each process column; NULL: all are on my node */
    int mates;                          /* ranks of my process row on my node */
    lai_place_t place[LAI_PLACES];      /* those that I fetch to */
    int64_t awaited, next;              /* the last panel awaited; the next that I fetch */
    int64_t cols;                       /* that rows laid out have at most */
    int64_t meetings, shows, exchanges; /* of my process column, so far */
    int64_t few_solves;                 /* so far */
    lai_cyclic_t *begun;                /* what factor() begins to solve for, or NULL */
    lai_moves_t moves, moves_back;
    char *u, *far_rows;  /* a tile row; rows of another node */
    int64_t *all_pivots; /* of the matrix, of the panels that I have seen */
    bool has_pivots;     /* all of them */
    la_int *swaps;       /* those of a panel, from its first row on */
    int status;          /* the first that a transfer did not succeed with */
};

/* A tile column that has been factored, as my process row sees it. */
typedef struct lai_panel {
    int64_t k, width;
    const char *top; /* its tile on the diagonal, factored; of QR its block */
    int64_t top_ld;
    const char *below; /* my rows below that; of QR those from the diagonal on */
    int64_t ld;
} lai_panel_t;

/* Prepare a matrix for an algorithm: make what its ranks share. cols: of the widest matrix here, of
 * those of the call. Collective over the group of the matrix.
 * @return ASHLAR_ENOMEM  on all */
int lai_tiled_open(const char *call, al_group_t *group, ashlar_type type,
                   const lai_tiled_algorithm_t *algorithm, const lai_cyclic_t *x, int64_t cols,
                   lai_tiled_t *t);
/* Collective, after all have done with what others have. */
int lai_tiled_close(lai_tiled_t *t);

/* ---- where things are ------------------------------------------------------------------------ */

/* Tile columns of the factorisation; the columns of one. */
int64_t lai_tiled_count(const lai_tiled_t *t);
int64_t lai_tiled_width(const lai_tiled_t *t, int64_t k);
/* How many of my rows, or columns, are above, or left of, tile k. */
int64_t lai_tiled_rows_to(const lai_tiled_t *t, int64_t k);
int64_t lai_tiled_cols_to(const lai_tiled_t *t, int64_t k);
/* The rank of the group at a place of the grid. */
int lai_tiled_rank(const lai_tiled_t *t, int row, int col);
/* Whether a rank of the group is on my node. */
bool lai_tiled_is_near(const lai_tiled_t *t, int rank);
/* My element of local row i and column j. */
char *lai_tiled_at(const lai_tiled_t *t, int64_t i, int64_t j);

static inline bool lai_tiled_owns_column(const lai_tiled_t *t, int64_t k)
{
    return k % t->x->grid.cols == t->x->grid.col;
}

static inline bool lai_tiled_owns_row(const lai_tiled_t *t, int64_t k)
{
    return k % t->x->grid.rows == t->x->grid.row;
}

/* The local row of a row of the matrix that I own; the row of the matrix that a local one is. */
int64_t lai_tiled_row_place(const lai_tiled_t *t, int64_t row);
int64_t lai_tiled_row_index(const lai_tiled_t *t, int64_t place);

/* Make a call of armci-lite, and note its failure: what follows goes on, for the sake of the
 * others. Once MPI has failed here they may wait for what this rank has not done: it makes no more
 * calls and waits for nobody, so that its caller hears of the failure. */
#define LAI_TILED_CALL(t, call) (ali_context.collective_failed ? (void)0 : lai_tiled_note(t, call))
void lai_tiled_note(lai_tiled_t *t, int status);
/* Wait until a counter of mine has a value. @return what it has */
int64_t lai_tiled_wait(lai_tiled_t *t, size_t counter, int64_t value);

/* Right-hand sides for which all ranks of a process row solve together (la_tiled_few.c), and the
 * bytes that each has for that. */
enum { LAI_TILED_FEW = 16 };
size_t lai_tiled_few_bytes(const lai_tiled_t *t);

/* The slice of a rank on my node. */
char *lai_tiled_slice(const lai_tiled_t *t, int rank);

/* ---- panels ---------------------------------------------------------------------------------- */

/* Whether tops are shared apart from the matrix; where that of panel k is, in its owner's slice. */
bool lai_tiled_has_tops(const lai_tiled_t *t);
size_t lai_tiled_top_offset(const lai_tiled_t *t, int64_t k);

/* The pivots of my panel k, and, where the grid has several rows, its diagonal tile: for those of
 * my process row to read. */
int64_t *lai_tiled_pivots(const lai_tiled_t *t, int64_t k);
char *lai_tiled_top(const lai_tiled_t *t, int64_t k);
/* My next panel is done: the rest of my process row may read it. */
void lai_tiled_publish(lai_tiled_t *t);
/* The pivots of panel k go to all_pivots; after a failure they exchange no rows. */
void lai_tiled_take_pivots(const lai_tiled_t *t, int64_t k, const void *from);
/* Wait for panel k, and have it until the next is asked for. Its pivots go to all_pivots. */
void lai_tiled_await(lai_tiled_t *t, int64_t k, lai_panel_t *panel);

/* My rows first..first+rows-1 of tile column k, until the next are asked for: once the matrix is
 * factored, or of the panel awaited last. */
const char *lai_tiled_see(lai_tiled_t *t, int64_t k, int64_t first, int64_t rows, int64_t *ld);
/* The same of the top that was shared with it; both may be had together. */
const char *lai_tiled_see_top(lai_tiled_t *t, int64_t k);

/* ---- process columns of several ranks (la_tiled_column.c) -------------------------------------
 */

/* All ranks of the grid wait for each other, and answer other nodes meanwhile, as BLACS does not.
 */
void lai_tiled_meet_all(lai_tiled_t *t);
/* Each waits until all ranks of the process column have come; what they wrote before is seen. */
void lai_tiled_meet(lai_tiled_t *t);
/* Room for rows that I lay out before the ranks meet, and after that those of a process row, until
 * the next are asked for. */
char *lai_tiled_row_room(lai_tiled_t *t);
const char *lai_tiled_rows_of(lai_tiled_t *t, int process_row, size_t bytes);
/* All ranks of the process column get the top of panel k, and its first pivot, from its owner. */
void lai_tiled_spread_top(lai_tiled_t *t, int64_t k);
/* My candidate, to be filled; show it, and see those of all process rows. */
size_t lai_tiled_candidate_bytes(const lai_tiled_t *t);
lai_candidate_t *lai_tiled_candidate(lai_tiled_t *t);
const char *lai_tiled_show(lai_tiled_t *t);

/* ---- panels of other nodes (la_tiled_fetch.c) ------------------------------------------------ */

/* Whether panels may have to be fetched; the bytes of a place for one. */
bool lai_tiled_is_between_nodes(const lai_tiled_t *t);
size_t lai_tiled_place_bytes(const lai_tiled_t *t);
/* Find where panels come to; false: there is no memory. */
bool lai_tiled_find_sources(lai_tiled_t *t);
/* I have done with all panels before k. */
void lai_tiled_done_before(lai_tiled_t *t, int64_t k);
/* After that: wait for panel k, which is of another node. */
void lai_tiled_await_far(lai_tiled_t *t, int64_t k, lai_panel_t *panel);
/* My rows of it from `first` on, all of the top or below it. */
const char *lai_tiled_see_far(const lai_tiled_t *t, int64_t k, int64_t first, int64_t *ld);
/* Start to copy my rows first..first+rows-1 of tile column k from its owner, without gaps. */
void lai_tiled_get(lai_tiled_t *t, int64_t k, int64_t first, int64_t rows, char *to,
                   al_handle_t *handle);
/* Where a top lies in a place. */
size_t lai_tiled_top_in_place(const lai_tiled_t *t);
/* Answer other nodes, and ask for the next of their panels once it is published. */
void lai_tiled_poll(lai_tiled_t *t);

/* c -= a*op(b), op 'N', 'T' or 'C', in pieces between which other nodes are answered. */
void lai_tiled_subtract(lai_tiled_t *t, char op, int64_t m, int64_t n, int64_t k, const void *a,
                        int64_t lda, const void *b, int64_t ldb, void *c, int64_t ldc);
/* b = b*inverse(op(top)), top the lower triangle, op 'T' or 'C', b of m x n: mostly by products,
 * which are faster. */
void lai_tiled_solve_right(const lai_tiled_t *t, char op, char diag, int64_t m, int64_t n,
                           const char *top, int64_t ld, char *b, int64_t ldb);

#endif
