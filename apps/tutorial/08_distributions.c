/* The same calls work however an array is cut into blocks; ghost cells show the neighbours'. */
#include "tutorial.h"

enum { N = 24 };

/* The sum of the four neighbours of each element of my block of g, which has ghost cells, to to. */
static void add_neighbours(ga_t g, ga_t to)
{
    int64_t ilo, ihi, jlo, jhi, ld, to_ld;
    void *first, *block;
    check(ga_distribution(g, ga_rank(), &ilo, &ihi, &jlo, &jhi));
    if (ilo > ihi)
        return;
    check(ga_access_ghosts(g, &first, NULL, &ld));
    check(ga_access(to, ilo, ihi, jlo, jhi, &block, &to_ld));
    for (int64_t j = 0; j <= jhi - jlo; ++j)
        for (int64_t i = 0; i <= ihi - ilo; ++i) {
            const double *at = (double *)first + (i + 1) + (j + 1) * ld;
            ((double *)block)[i + j * to_ld] = at[-1] + at[1] + at[-ld] + at[ld];
        }
    check(ga_release(g));
    check(ga_release(to));
}

int main(int argc, char **argv)
{
    ga_t cyclic, ghosts, sums;
    start(&argc, &argv);

    /* The library chooses all that a description leaves out. This is ScaLAPACK's layout: blocks
     * of 5 x 5 are distributed cyclically. */
    const ga_spec_t tiles = {.type = ASHLAR_DOUBLE,
                             .ndim = 2,
                             .dims = {N, N},
                             .name = "cyclic",
                             .kind = GA_SCALAPACK,
                             .block = {5, 5}};
    check(ga_create_spec(&tiles, &cyclic));
    /* One block for each rank, with room for a copy of the elements next to it. */
    const ga_spec_t framed = {
        .type = ASHLAR_DOUBLE, .ndim = 2, .dims = {N, N}, .name = "ghosts", .ghosts = {1, 1}};
    check(ga_create_spec(&framed, &ghosts));
    check(ga_create_like(ghosts, ASHLAR_DOUBLE, "sums", &sums));

    /* Element (i,j) is i + 24*j. A copy from one layout to another is one call. */
    const double zero = 0, one = 1;
    check(ga_enumerate(cyclic, &zero, &one));
    check(ga_copy(cyclic, ghosts));
    check(ga_ghosts_update(ghosts, 0));
    add_neighbours(ghosts, sums);
    check(ga_sync());

    /* Inside, the neighbours' sum is 4 times the element; around the edges the array is periodic.
     */
    double inside, corner;
    check(ga_get(sums, 10, 10, 7, 7, &inside, 1));
    check(ga_get(sums, 0, 0, 0, 0, &corner, 1));
    if (ga_rank() == 0)
        printf("neighbours of (10,7): %g, of (0,0): %g\n", inside, corner);
    const int right = inside == 4 * (10 + N * 7) && corner == 1 + (N - 1) + N + N * (N - 1);

    check(ga_destroy(cyclic));
    check(ga_destroy(ghosts));
    check(ga_destroy(sums));
    return stop(right);
}
