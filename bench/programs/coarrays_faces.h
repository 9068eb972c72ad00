/* The rows of coarrays.c in both faces for C++, with the problem's extents. */
#ifndef COARRAYS_FACES_H
#define COARRAYS_FACES_H

enum {
    SIDE = 512, /* of a plane; */
    SLICE = 256,
    SLICE_FIRST = 100,
    GRID = 2000, /* of the relaxation, without its border */
    ROWS = GRID / 2 + 2,
    COLUMNS = GRID + 2,
    SWEEPS = 20,
    LENGTH = 1000,
    PLACE = 17 /* of an element */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Coarrays, and grids like start[ROWS][COLUMNS]. Collective, as is the end. */
void faces_start(const double *start);
void faces_end(void);
/* The grid after an even number of sweeps. */
const double *faces_2013_grid(void);
const double *faces_2002_grid(void);

void faces_2013_get_8(int times);
void faces_2013_put_8(int times);
void faces_2013_get_slice(int times);
void faces_2013_put_slice(int times);
void faces_2013_jacobi(int times);
void faces_2002_get_8(int times);
void faces_2002_put_8(int times);
void faces_2002_jacobi(int times);

#ifdef __cplusplus
}
#endif
#endif
