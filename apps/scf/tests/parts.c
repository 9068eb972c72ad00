/* Ranks agree on failures, progress is drawn, and pairs of shells are kept by size. */
#include <unistd.h>

#include <ashlar/ga.h>
#include <mpi.h>

#include "molecule/agree.h"
#include "quartets/pairs.h"
#include "report/progress.h"
#include "check.h"
#include "must.h"
#include "input.h"

/* All ranks fail, with the sentence of the first that did. */
static void agreement(void)
{
    check_true(agree(0, &failure) == 0, "nobody failed");
    for (int first = 0; first < ga_size(); ++first) {
        char words[16];
        failure_set(&failure, "rank %d", ga_rank());
        check_true(agree(ga_rank() >= first ? -1 : 0, &failure) == -1, "somebody failed");
        snprintf(words, sizeof words, "rank %d", first);
        check_true(strcmp(failure.text, words) == 0, words);
    }
}

/* Steps first to total-1 of total draw this on stderr: a line for each new per cent, wiped out at
 * the end. */
static void drawn(int64_t first, int64_t total, int on, const char *expected)
{
    char text[1024];
    FILE *file = tmpfile();
    int kept = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    progress_t progress = progress_start(total, on);
    for (int64_t k = first; k < total; ++k)
        progress_show(&progress, k);
    progress_end(&progress);
    progress_show(&progress, first); /* nothing */
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    check_true(strcmp(text, expected) == 0, text);
}

static void progress_bar(void)
{
    static const char at[][64] = {"\r  Fock [                                        ]   0%",
                                  "\r  Fock [#############                           ]  33%",
                                  "\r  Fock [##########################              ]  66%",
                                  "\r  Fock [####################################### ]  99%"};
    char text[512];
    snprintf(text, sizeof text, "%s%s%s\r%56s\r", at[0], at[1], at[2], "");
    drawn(0, 3, 1, text);
    drawn(0, 3, 0, "");
    drawn(0, 0, 1, "");
    snprintf(text, sizeof text, "%s\r%56s\r", at[3], "");
    drawn(999999998, 1000000000, 1, text);
}

/* ---- pairs ---- */

static int functions_of(const basis_t *basis, const block_pair_t *pair)
{
    const block_t *i = &basis->block[pair->i], *j = &basis->block[pair->j];
    return shell_size(i->l, i->pure) * shell_size(j->l, j->pure);
}

/* Blocks by angular momentum, shells by their Schwarz factors, which are those of the integrals. */
static void check_order(const basis_t *basis, repulsion_t *repulsion, const pairs_t *pairs)
{
    int next = 0, sum = 0;
    for (int p = 0; p < pairs->nblock; ++p) {
        const block_pair_t *block = &pairs->block[p];
        int li = basis->block[block->i].l, lj = basis->block[block->j].l;
        check_true(li >= lj && li + lj >= sum, "angular momenta ascend");
        check_true(block->first == next && block->npair > 0, "pairs lie in a row");
        check_near(block->schwarz, pairs->pair[next].schwarz, 0, "the factor of the first");
        check_true(block->cost > 0, "every block costs something");
        for (int k = next; k < next + block->npair; ++k) {
            int size = functions_of(basis, block);
            const double *eri = repulsion_compute(repulsion, k, k, 0);
            double most = 0, factor = pairs->pair[k].schwarz;
            for (int i = 0; eri && i < size * size; ++i)
                most = fmax(most, fabs(eri[i]));
            check_near(factor * factor, most, 1e-12 * most, "the Schwarz factor");
            check_true(k == next || factor <= pairs->pair[k - 1].schwarz, "factors descend");
        }
        sum = li + lj;
        next += block->npair;
    }
    check_true(next == pairs->npair, "every pair is in a block");
}

/* The pairs that exceed the threshold together with the largest one are kept. */
static void pairs_kept(void)
{
    const double threshold = 0.2;
    input_t input;
    options_t options = read_input("molecules/h2o.xyz", "cc-pvdz", &input);
    basis_t *basis = &input.basis;
    integrals_t *integrals = integrals_create(basis, &input.molecule, &failure);
    repulsion_t *repulsion =
        repulsion_create(basis, &input.molecule, integrals, options.tol2e, &failure);
    pairs_t all, some;
    must(pairs_create(basis, repulsion, 0, &all, &failure), "all pairs");
    check_true(all.npair == basis->nshell * (basis->nshell + 1) / 2, "all are kept");
    check_order(basis, repulsion, &all);
    double largest = 0;
    int expected = 0, alone = 0;
    for (int k = 0; k < all.npair; ++k)
        largest = fmax(largest, all.pair[k].schwarz);
    for (int k = 0; k < all.npair; ++k) {
        expected += all.pair[k].schwarz * largest >= threshold;
        alone += all.pair[k].schwarz >= threshold;
    }
    check_true(0 < alone && alone < expected && expected < all.npair, "the threshold divides");
    must(pairs_create(basis, repulsion, threshold, &some, &failure), "large pairs");
    check_true(some.npair == expected, "large pairs are kept");
    check_order(basis, repulsion, &some);
    pairs_free(&some);
    pairs_free(&all);
    repulsion_destroy(repulsion);
    integrals_destroy(integrals);
    input_free(&input);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    must(ga_initialize(MPI_COMM_WORLD), "ga_initialize");
    agreement();
    progress_bar();
    pairs_kept();
    must(ga_terminate(), "ga_terminate");
    MPI_Finalize();
    return check_result();
}
