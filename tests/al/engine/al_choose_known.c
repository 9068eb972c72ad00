/* The meaning of auto where MPI is on the list of the good ones; the test's list is for one
 * machine. */
#include <stdio.h>
#include <stdlib.h>

#include "al/node/tree.h"
#include "al/parts.h"
#include "armci-lite/src/wait/al_engine.h"

TEST_CASE(choose_known_good, TEST_BARE)
{
    int nodes = test_nodes(), node = test_rank() * nodes / test_size();
    const char *asked = getenv("ASHLAR_TRANSPORT");
    char kept[32] = "";

    snprintf(kept, sizeof kept, "%s", asked ? asked : "auto");
    setenv("ASHLAR_TRANSPORT", "auto", 1);
    for (int apart = 0; apart < 2; ++apart) {
        char name[16];
        tree_begin();
        tree_machine(1024 * MIB, 512 * MIB);
        snprintf(name, sizeof name, "/n%d", apart ? node : 0); /* names a machine, too */
        tree_cgroup_v1(name);
        if (CHECK_OK(al_init(MPI_COMM_WORLD))) {
            CHECK_TEXT(nodes == 1 ? "none" : apart ? "am" : "am+rma", al_engine_name());
            CHECK_TEXT(nodes == 1 ? "one node: none needed"
                       : apart    ? "auto: no MPI RMA that is known to be good here"
                                  : "auto: on the list of good MPI RMA: as the test says",
                       ali_engine_reason);
            CHECK_OK(al_finalize());
        }
        tree_end();
    }
    setenv("ASHLAR_TRANSPORT", kept, 1);
}
