/* Groups, and where processes are. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "classic/armci/cases.h"

/* A number from each member to the next, by memory of the group. */
static void use_group(ARMCI_Group *group)
{
    int rank, size;
    ARMCI_Group_size(group, &size);
    CHECK_INT(0, ARMCI_Group_rank(group, &rank));
    void **names = test_alloc((size_t)size * sizeof *names);

    CHECK_INT(0, ARMCI_Malloc_group(names, rank == 1 ? 0 : 8, group));
    const int next = (rank + 1) % size, before = (rank + size - 1) % size;
    CHECK((names[next] == NULL) == (next == 1));
    if (names[next])
        CHECK_INT(0, ARMCI_PutValueInt(rank + 30, names[next], ARMCI_Absolute_id(group, next)));
    armci_msg_group_barrier(group);
    if (names[rank])
        CHECK_INT(before + 30, *(int *)names[rank]);
    ARMCI_GroupFence(group);
    CHECK_INT(0, ARMCI_Free_group(names[rank], group));

    int sum = rank + 1, top = rank;
    long wide = rank + 1;
    long long wider = 2;
    float single = 0.5F;
    double number = -rank;
    armci_msg_group_igop(&sum, 1, (char *)"+", group);
    armci_msg_group_lgop(&wide, 1, (char *)"max", group);
    armci_msg_group_llgop(&wider, 1, (char *)"*", group);
    armci_msg_group_fgop(&single, 1, (char *)"+", group);
    armci_msg_group_dgop(&number, 1, (char *)"min", group);
    armci_msg_group_gop_scope(SCOPE_ALL, &top, 1, (char *)"max", ARMCI_INT, group);
    CHECK_INT(size * (size + 1) / 2, sum);
    CHECK_INT(size, wide);
    CHECK_INT(1 << size, wider);
    CHECK(single == 0.5F * (float)size);
    CHECK(number == 1 - size);
    CHECK_INT(size - 1, top);
    armci_msg_group_gop_scope(SCOPE_NODE, &top, 1, (char *)"+", ARMCI_INT, group);
    CHECK_INT(size - 1, top);
    top = me();
    armci_msg_group_bcast_scope(SCOPE_ALL, &top, sizeof top, ARMCI_Absolute_id(group, size - 1),
                                group);
    CHECK_INT(ARMCI_Absolute_id(group, size - 1), top);
    names[rank] = names;
    armci_exchange_address_grp(names, size, group);
    CHECK(names[next] != NULL && names[rank] == names);
    int ranks_of_mpi;
    MPI_Comm_size(armci_group_comm(group), &ranks_of_mpi);
    CHECK_INT(size, ranks_of_mpi);
    CHECK_INT(1, ARMCI_Uses_shm_grp(group));
    free(names);
}

/* All in the opposite order, every second, and of those the last: everybody calls. */
ARMCI_CASE(group_members)
{
    int *list = test_alloc((size_t)procs() * sizeof *list), n = (procs() + 1) / 2, rank, size;
    ARMCI_Group reversed, even, last, again, first, none;

    ARMCI_Group_create(0, NULL, &none);
    CHECK_INT(0, ARMCI_Group_rank(&none, &rank));
    ARMCI_Group_size(&none, &size);
    CHECK(rank == -1 && size == 0);
    ARMCI_Group_free(&none);
    for (int k = 0; k < procs(); ++k)
        list[k] = procs() - 1 - k;
    ARMCI_Group_create(procs(), list, &reversed);
    CHECK_INT(0, ARMCI_Group_rank(&reversed, &rank));
    CHECK_INT(procs() - 1 - me(), rank);
    use_group(&reversed);

    /* ranks of a parent are its own */
    for (int k = 0; k < n; ++k)
        list[k] = procs() - 1 - 2 * k;
    ARMCI_Group_create_child(n, list, &even, &reversed);
    ARMCI_Group_rank(&even, &rank);
    ARMCI_Group_size(&even, &size);
    CHECK_INT(n, size);
    CHECK_INT(me() % 2 ? -1 : me() / 2, rank);
    CHECK_INT(2 * (n - 1), ARMCI_Absolute_id(&even, n - 1));
    if (me() % 2 == 0) {
        use_group(&even);
        list[0] = n - 1;
        ARMCI_Group_create_child(1, list, &last, &even);
        ARMCI_Group_rank(&last, &rank);
        CHECK_INT(me() == 2 * (n - 1) ? 0 : -1, rank);
        if (rank == 0)
            use_group(&last);
        ARMCI_Group_free(&last);
    }
    first = even;
    ARMCI_Group_free(&even);
    list[0] = me();
    ARMCI_Group_create(1, list, &again);
    CHECK_INT(first, again); /* numbers come again */
    use_group(&again);
    ARMCI_Group_free(&again);
    /* many, to have the table grow */
    ARMCI_Group many[40];
    for (int k = 0; k < 40; ++k)
        ARMCI_Group_create(1, list, &many[k]);
    for (int k = 0; k < 40; ++k) {
        CHECK_INT(me(), ARMCI_Absolute_id(&many[k], 0));
        ARMCI_Group_free(&many[k]);
    }
    ARMCI_Group_get_world(&first);
    use_group(&first);
    free(list); /* and `reversed` is left to ARMCI_Finalize() */
}

/* Two halves, each with its own memory and messages. */
ARMCI_CASE(group_default)
{
    const int half = procs() / 2, mine = me() >= half, begin = mine ? half : 0;
    const int size = mine ? procs() - half : half, rank = me() - begin;
    int *list = test_alloc((size_t)procs() * sizeof *list), sum = 1, root = me();
    void **names = test_alloc((size_t)procs() * sizeof *names);
    ARMCI_Group group, found, world;

    for (int k = 0; k < size; ++k)
        list[k] = begin + k;
    ARMCI_Group_create(size, list, &group);
    ARMCI_Group_set_default(&group);
    ARMCI_Group_get_default(&found);
    CHECK_INT(group, found);
    names[size < procs() ? size : 0] = list;
    CHECK_INT(0, ARMCI_Malloc(names, 4));
    if (size < procs())
        CHECK(names[size] == list); /* beyond the group's */
    CHECK_INT(0, ARMCI_PutValueInt(me(), names[(rank + 1) % size], begin + (rank + 1) % size));
    ARMCI_Barrier();
    CHECK_INT(begin + (rank + size - 1) % size, *(int *)names[rank]);
    armci_msg_igop(&sum, 1, (char *)"+");
    CHECK_INT(size, sum);
    armci_msg_brdcst(&root, sizeof root, size - 1);
    CHECK_INT(begin + size - 1, root);
    armci_msg_barrier();
    CHECK_INT(0, ARMCI_Free(names[rank]));
    list[0] = rank;
    ARMCI_Group_create(1, list, &found); /* ranks of the default group */
    CHECK_INT(me(), ARMCI_Absolute_id(&found, 0));
    ARMCI_Group_free(&found);
    ARMCI_Group_free(&group);
    ARMCI_Group_get_default(&found);
    ARMCI_Group_get_world(&world);
    CHECK_INT(world, found);
    ARMCI_Group_set_default(&world);
    ARMCI_Barrier();
    free(names);
    free(list);
}

ARMCI_CASE(domain_queries)
{
    const armci_domain_t smp = ARMCI_DOMAIN_SMP;
    int *seen = test_alloc((size_t)procs() * sizeof *seen);

    memset(seen, 0, (size_t)procs() * sizeof *seen);
    CHECK_INT(al_node_count(), armci_domain_count(smp));
    for (int node = 0; node < armci_domain_count(smp); ++node)
        for (int k = 0; k < armci_domain_nprocs(smp, node); ++k) {
            int proc = armci_domain_glob_proc_id(smp, node, k);
            CHECK_INT(node, armci_domain_id(smp, proc));
            CHECK_INT(node == armci_domain_my_id(smp), armci_domain_same_id(smp, proc));
            CHECK_INT(node == armci_domain_my_id(smp), ARMCI_Same_node(proc));
            CHECK_INT(node == armci_domain_my_id(smp), armci_sameclusnode(proc));
            ++seen[proc];
        }
    for (int proc = 0; proc < procs(); ++proc)
        CHECK_INT(1, seen[proc]);
    CHECK_INT(al_node_of(me()), armci_domain_my_id(smp));
    CHECK_INT(armci_domain_nprocs(smp, armci_domain_my_id(smp)), armci_domain_nprocs(smp, -1));
    CHECK_INT(0, ARMCI_Same_node(-1));
    CHECK_INT(0, armci_domain_same_id(smp, procs()));
    CHECK_INT(1, ARMCI_Uses_shm());
    free(seen);
}
