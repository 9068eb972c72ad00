/* Writes docs/kinds.svg to stdout: a matrix of each kind and the memory of its rank 0, where the
 * library places the blocks. `cmake --build build/<mpi>-<preset> --target docs` writes it. */
#include <stdio.h>

#include <ashlar/ga.h>

#include "ga/src/dist/ga_block.h"

enum { ROWS = 14, COLS = 14, RANKS = 4, CELL = 13, WIDE = 620, HIGH = 240, ROOM = 260 };

static const int procs[2] = {2, 2};
static const int64_t dims[2] = {ROWS, COLS}, widths[2] = {3, 4};
/* Each followed by room for its starts. */
static int64_t few_rows[4] = {0, 4}, few_cols[4] = {0, 9};
static int64_t rows[8] = {0, 2, 6, 9}, cols[8] = {0, 5, 7, 12};

static gai_grid_t grid;
static gai_block_cyclic_t cyclic;

static void cut(gai_dist_t *dist, int64_t *row_cuts, int64_t *col_cuts, int64_t n)
{
    *dist = (gai_dist_t){.ndim = 2};
    for (int d = 0; d < 2; ++d) {
        int64_t *cuts = d ? col_cuts : row_cuts;
        dist->axis[d] = (gai_axis_t){.extent = dims[d], .blocks = n, .cuts = cuts};
        gai_axis_fill_starts(&dist->axis[d], procs[d], cuts + n);
    }
    gai_dist_number(dist);
}

static gai_dist_t distribute(ga_kind kind)
{
    gai_dist_t dist;
    if (kind == GA_REGULAR)
        gai_dist_widths(&dist, 2, dims, (int64_t[]){(dims[0] + 1) / 2, (dims[1] + 1) / 2});
    else if (kind == GA_IRREGULAR)
        cut(&dist, few_rows, few_cols, 2);
    else if (kind == GA_TILED_IRREGULAR)
        cut(&dist, rows, cols, 4);
    else
        gai_dist_widths(&dist, 2, dims, widths);
    gai_block_cyclic_set(&cyclic, &dist, RANKS);
    gai_grid_set(&grid, &dist, procs, 0, kind != GA_SCALAPACK, RANKS);
    if (kind > GA_IRREGULAR)
        dist.layout = kind == GA_BLOCK_CYCLIC ? &cyclic.base : &grid.base;
    return dist;
}

/* A block of rows x cols elements at row i, column j of a drawing at (x, y), with its number. */
static void draw_block(int x, int y, int64_t i, int64_t j, int64_t height, int64_t width, int rank,
                       int64_t number)
{
    int64_t left = x + j * CELL, top = y + i * CELL;
    printf("<rect class=\"r%d\" x=\"%lld\" y=\"%lld\" width=\"%lld\" height=\"%lld\"/>\n", rank,
           (long long)left, (long long)top, (long long)(width * CELL), (long long)(height * CELL));
    printf("<text class=\"number\" x=\"%lld\" y=\"%lld\">%lld</text>\n",
           (long long)(left + width * CELL / 2), (long long)(top + height * CELL / 2 + 4),
           (long long)number);
}

static int64_t number_of(const gai_dist_t *dist, const int64_t *at)
{
    return at[0] + at[1] * dist->axis[0].blocks;
}

static void draw_array(const gai_dist_t *dist, int x, int y)
{
    const int64_t first[2] = {0, 0};
    const int64_t last[2] = {dist->axis[0].blocks - 1, dist->axis[1].blocks - 1};
    int64_t at[2] = {0, 0};
    do {
        gai_block_t b;
        gai_block_at(dist, at, &b);
        draw_block(x, y, b.lo[0], b.lo[1], b.hi[0] - b.lo[0] + 1, b.hi[1] - b.lo[1] + 1, b.rank,
                   number_of(dist, at));
    } while (gai_next_position(2, first, last, at));
}

/* The slice of rank 0: one local array, or block after block. */
static void draw_memory(const gai_dist_t *dist, int x, int y)
{
    int local = !dist->layout || gai_layout_is_local(dist->layout);
    int64_t along = 0;
    for (int64_t k = 0; k < gai_owned_count(dist, 0); ++k) {
        int64_t at[2], i = 0, j = along;
        gai_block_t b;
        gai_owned_position(dist, 0, k, at);
        gai_block_at(dist, at, &b);
        if (local) {
            i = b.offset % b.ld[0];
            j = b.offset / b.ld[0];
        }
        draw_block(x, y, i, j, b.hi[0] - b.lo[0] + 1, b.hi[1] - b.lo[1] + 1, 0,
                   number_of(dist, at));
        along += b.hi[1] - b.lo[1] + 1;
    }
}

int main(void)
{
    static const char *const names[GA_KIND_COUNT] = {"GA_REGULAR",      "GA_IRREGULAR",
                                                     "GA_BLOCK_CYCLIC", "GA_SCALAPACK",
                                                     "GA_TILED",        "GA_TILED_IRREGULAR"};
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
           "viewBox=\"0 0 %d %d\">\n",
           WIDE, GA_KIND_COUNT * HIGH + 20, WIDE, GA_KIND_COUNT * HIGH + 20);
    puts("<title>Kinds of distributions</title>\n<!-- Written by docs/kinds.c. -->\n"
         "<style>text{font-family:sans-serif;font-size:12px;fill:#222}"
         ".name{font-family:monospace;font-size:13px;font-weight:bold}"
         ".number{font-size:11px;text-anchor:middle}rect{stroke:#556}.paper{fill:#fff;stroke:none}"
         ".r0{fill:#f6c667}.r1{fill:#9cc3e6}.r2{fill:#b5d99c}.r3{fill:#e4b7d8}</style>");
    printf("<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", WIDE, GA_KIND_COUNT * HIGH + 20);
    for (ga_kind kind = 0; kind < GA_KIND_COUNT; ++kind) {
        const gai_dist_t dist = distribute(kind);
        int y = 20 + (int)kind * HIGH;
        printf("<text class=\"name\" x=\"20\" y=\"%d\">%s</text>\n", y + 12, names[kind]);
        printf("<text x=\"%d\" y=\"%d\">memory of rank 0</text>\n", ROOM, y + 12);
        draw_array(&dist, 20, y + 24);
        draw_memory(&dist, ROOM, y + 24);
    }
    puts("</svg>");
    return 0;
}
