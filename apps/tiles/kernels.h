/* The kernels, in C. Arrays are in tiles on the grid. */
#ifndef APPS_TILES_KERNELS_H
#define APPS_TILES_KERNELS_H

#include "operations.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Short for a line. */
#define AT  ashlar_at
#define ALL ASHLAR_ALL

/* They wait for no more than what is theirs. */
enum { MINE = GA_IN_MINE | GA_OUT_MINE };

/* c += a * b */
void summa(const tiles_grid_t *on, ga_t a, ga_t b, ga_t c);
/* The lower triangle of a becomes its factor. In the second the next column is ready, and on its
 * way, before the tiles beyond it are updated. */
void cholesky(const tiles_grid_t *on, ga_t a);
void cholesky_ahead(const tiles_grid_t *on, ga_t a);

/* Transforms along each dimension of my tile of the array that is whole in it. */
typedef struct fft_plans fft_plans_t;
void fft_along(const fft_plans_t *plans, int d);
/* x, whole in the first dimension, is transformed into z, whole in the last, by way of y. */
void fft(const fft_plans_t *plans, ga_t x, ga_t y, ga_t z);

#ifdef __cplusplus
}
#endif
#endif
