/* A self-consistent field: density -> Fock matrix, by tasks -> eigenvectors -> density, until it
 * stays as it is. */
#include <ashlar/la.h>

#include "10_model.h"

enum { N = SITES };

int main(int argc, char **argv)
{
    const double zero = 0, one = 1, two = 2, minus = -1;
    double change = 1, energy = 0;
    ga_t h, density, next, fock, orbitals;
    ga_tasks_t tasks;
    start(&argc, &argv);
    check(ga_create(ASHLAR_DOUBLE, N, N, "h", 0, 0, &h));
    check(ga_create_like(h, ASHLAR_DOUBLE, "density", &density));
    check(ga_create_like(h, ASHLAR_DOUBLE, "next density", &next));
    check(ga_create_like(h, ASHLAR_DOUBLE, "Fock matrix", &fock));
    check(ga_create_like(h, ASHLAR_DOUBLE, "orbitals", &orbitals));
    check(ga_tasks_create(GA_GROUP_WORLD, BLOCKS * BLOCKS, NULL, GA_TASKS_AS_GIVEN, 0, 1, &tasks));

    /* Hopping; and a first density that is far off, two electrons on every other site. */
    check(ga_zero(h));
    check(ga_zero(density));
    for (int64_t i = 0; ga_rank() == 0 && i < N; ++i) {
        const int64_t k = (i + 1) % N;
        check(ga_put(h, i, i, k, k, &hopping, 1));
        check(ga_put(h, k, k, i, i, &hopping, 1));
        check(ga_put(density, i, i, i, i, i % 2 == 0 ? &two : &zero, 1));
    }

    for (int round = 1; round <= 50 && change > 1e-6; ++round) {
        ga_tasks_chunk_t chunk;
        double with_fock, with_h, w[N];
        check(ga_copy(h, fock));
        check(ga_tasks_reset(tasks));
        do {
            check(ga_tasks_next(tasks, &chunk));
            if (chunk.count > 0)
                add_block(density, fock, ga_tasks_at(&chunk, 0));
        } while (chunk.count > 0);
        check(ga_dot(density, fock, &with_fock)); /* begins with a sync: all tasks are done */
        check(ga_dot(density, h, &with_h));
        energy = (with_fock + with_h) / 2;
        if (ga_rank() == 0)
            printf("%2d  energy %.6f\n", round, energy);

        /* The next density is 2*c*transpose(c), c being the lower half of the orbitals. */
        check(la_eigen(fock, w, orbitals));
        const la_patch_t c = {orbitals, 0, N - 1, 0, N / 2 - 1}, all = {next, 0, N - 1, 0, N - 1};
        check(la_gemm_patch('n', 't', &two, c, c, &zero, all));
        check(ga_add(&one, next, &minus, density, density));
        check(ga_norm(density, GA_ENTRY_NORM_INF, &change));
        check(ga_copy(next, density));
    }
    if (ga_rank() == 0)
        printf("known energy %.6f\n", known_energy());

    check(ga_tasks_destroy(tasks));
    const ga_t arrays[] = {h, density, next, fock, orbitals};
    for (int k = 0; k < 5; ++k)
        check(ga_destroy(arrays[k]));
    return stop(fabs(energy - known_energy()) < 1e-8);
}
