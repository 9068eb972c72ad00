/* Memory, and the addresses that name it. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "classic/armci/cases.h"

static size_t bytes_of(int rank)
{
    return rank == 1 ? 0 : 100 + 777 * (size_t)rank;
}

static char byte_of(int writer, int owner, size_t k)
{
    return (char)(3 * writer + 11 * owner + 7 * (int)k + (int)(k / 256));
}

/* Each rank in turn fills everybody's memory: with stores where it can, else with puts. */
ARMCI_CASE(memory_sizes)
{
    void **names = test_alloc((size_t)procs() * sizeof *names);
    char *data = test_alloc(bytes_of(procs() + 2));

    CHECK_INT(0, ARMCI_Malloc(names, (armci_size_t)bytes_of(me())));
    for (int writer = 0; writer < procs(); ++writer) {
        for (int owner = 0; writer == me() && owner < procs(); ++owner) {
            CHECK((names[owner] == NULL) == (bytes_of(owner) == 0));
            CHECK((uintptr_t)names[owner] % 64 == 0);
            for (size_t k = 0; k < bytes_of(owner); ++k)
                data[k] = byte_of(writer, owner, k);
            if (ARMCI_Same_node(owner) && ARMCI_Uses_shm() && bytes_of(owner))
                memcpy(names[owner], data, bytes_of(owner));
            else
                CHECK_INT(0, ARMCI_Put(data, names[owner], (int)bytes_of(owner), owner));
        }
        ARMCI_Barrier();
        int wrong = 0;
        for (size_t k = 0; k < bytes_of(me()); ++k)
            wrong += ((char *)names[me()])[k] != byte_of(writer, me(), k);
        CHECK_INT(0, wrong);
        ARMCI_Barrier();
    }
    CHECK_INT(0, ARMCI_Free(names[me()]));
    CHECK_INT(0, ARMCI_Malloc_memdev(names, 8, "dram"));
    CHECK(names[procs() - 1] != NULL);
    CHECK_INT(0, ARMCI_Free_memdev(names[me()]));
    free(names);
    free(data);
}

/* Memory that one rank cannot have nobody gets. */
ARMCI_CASE(memory_refused)
{
    void **names = test_alloc((size_t)procs() * sizeof *names);
    const int unlucky = procs() - 1;
    const armci_size_t sizes[] = {1L << 60, -5};

    for (int k = 0; k < 2; ++k) {
        test_capture_begin();
        int status = ARMCI_Malloc(names, me() == unlucky ? sizes[k] : 1000);
        char *said = test_capture_end();
        CHECK(status != 0);
        CHECK_CONTAINS(said, "ARMCI_Malloc: ");
        for (int rank = 0; rank < procs(); ++rank)
            CHECK(names[rank] == NULL);
        free(said);
    }
    test_capture_begin();
    CHECK(ARMCI_Malloc_local(1L << 60) == NULL);
    CHECK(ARMCI_Malloc_local(-1) == NULL);
    CHECK(ARMCI_Free_local(names) != 0);
    free(test_capture_end());
    void *nothing = ARMCI_Malloc_local(0);
    CHECK(nothing != NULL);
    CHECK_INT(0, ARMCI_Free_local(nothing));
    CHECK_INT(0, ARMCI_Free_local(NULL));
    free(names);
}

/* An address that its owner sends is as good as one of ARMCI_Malloc(). */
ARMCI_CASE(memory_local)
{
    const int next = (me() + 1) % procs();
    long *mine = ARMCI_Malloc_local(3 * sizeof *mine), found = -1;
    void **sent = test_alloc((size_t)procs() * sizeof *sent);

    mine[0] = mine[1] = 0;
    mine[2] = 100 + me();
    sent[me()] = mine;
    armci_exchange_address(sent, procs());
    CHECK(sent[me()] == mine);
    CHECK_INT(0, ARMCI_PutValueLong(7 + me(), (long *)sent[next] + 1, next));
    CHECK_INT(0, ARMCI_Get((long *)sent[next] + 2, &found, sizeof found, next));
    CHECK_INT(100 + next, found);
    ARMCI_Barrier();
    CHECK_INT(0, mine[0]);
    CHECK_INT(7 + (me() + procs() - 1) % procs(), mine[1]);
    CHECK_INT(0, ARMCI_Free_local(mine));
    free(sent);
}

/* Descriptions of memory, sent to all. */
ARMCI_CASE(memory_names)
{
    armci_meminfo_t info;

    for (int owner = 0; owner < procs(); ++owner) {
        if (owner == me()) {
            ARMCI_Memget(80, &info, 0);
            CHECK_INT(80, (int64_t)info.size);
            CHECK_INT(me(), info.cpid);
            CHECK(info.addr == info.armci_addr);
            memset(info.addr, 0, 80);
        }
        armci_msg_brdcst(&info, sizeof info, owner);
        int *name = ARMCI_Memat(&info, 4 * me()), *whole = ARMCI_Memat(&info, 0);
        CHECK(name == whole + me());
        CHECK_INT(0, ARMCI_PutValueInt(me() + 1, name, owner));
        ARMCI_Barrier();
        for (int k = 0; k < procs(); ++k) {
            CHECK_INT(k + 1, ARMCI_GetValueInt(whole + k, owner));
            if (ARMCI_Same_node(owner))
                CHECK_INT(k + 1, whole[k]);
        }
        ARMCI_Barrier();
        ARMCI_Memdt(&info, 0);
        ARMCI_Memctl(&info);
        CHECK(info.addr == NULL && info.armci_addr == NULL && ARMCI_Memat(&info, 0) == NULL);
    }
    int numbers[4] = {1, 2, 3, 4}, copies[4] = {0};
    ARMCI_Copy(numbers, copies, 12);
    CHECK_INT(3, copies[2]);
    CHECK_INT(0, copies[3]);
    ARMCI_Set_shm_limit(1);
    ARMCI_Cleanup();
}

/* Slices of segments, and what the native interface gives, have names, too. */
ARMCI_CASE(memory_of_segments)
{
    const int next = (me() + 1) % procs();
    al_segment_t *segment;
    void *mine, **sent = test_alloc((size_t)procs() * sizeof *sent);

    REQUIRE_OK(al_segment_create(al_group_world(), 40, &segment));
    REQUIRE_OK(al_segment_address(segment, me(), &mine));
    memset(mine, 0, 40);
    sent[me()] = mine;
    armci_exchange_address(sent, procs());
    CHECK_INT(0, ARMCI_PutValueInt(me() + 9, (int *)sent[next] + 3, next));
    ARMCI_Barrier();
    CHECK_INT((me() + procs() - 1) % procs() + 9, ((int *)mine)[3]);
    CHECK_INT(0, ((int *)mine)[2] + ((int *)mine)[4]);
    CHECK_OK(al_segment_free(segment));
    free(sent);
}
