/* ASHLAR_GUARD=1: bytes are written beside memory of al_alloc(), segments and coarrays. */
#include <stdio.h>
#include <string.h>

#include <ashlar/al.h>
#include <ashlar/al_memory.h>
#include <ashlar/coarray.h>

#include "guard.h"

/* Memory of al_alloc(), segments and coarrays. */
TEST_CASE(guard_of_others, TEST_BARE)
{
    start();
    for (int rank = 0; rank < al_size(); ++rank) {
        const bool is_mine = rank == al_rank();
        char words[80];
        void *memory = NULL, *first = NULL;
        REQUIRE_OK(al_alloc(41, &memory));
        CHECK_INT(0, (int64_t)((uintptr_t)memory % 64));
        snprintf(words, sizeof words, "41 bytes at %p that rank %d has of al_alloc", memory, rank);
        for (int k = 0; k < 2; ++k) {
            if (is_mine)
                change((char *)memory + (k ? 41 : -1));
            EXPECT(rank, al_barrier(al_group_world()), words, byte(k ? 41 : -1));
        }
        if (is_mine)
            memset((char *)memory - 320, 0, 320); /* the label before the guard, too */
        if (!is_mine) {
            EXPECT(-1, al_free(memory), "", "");
        } else {
            test_capture_begin();
            CHECK_STATUS(ASHLAR_EARG, al_free(memory));
            char *said = test_capture_end();
            CHECK_INT(1, test.aborts);
            CHECK_CONTAINS(said, "al_free: 41 bytes at ");
            CHECK_CONTAINS(said, "written to 256 bytes from byte -256 to byte -1, before it");
            test.aborts = 0;
            free(said);
        }

        al_segment_t *segment;
        REQUIRE_OK(al_segment_create(al_group_world(), 100 + (size_t)rank, &segment));
        CHECK_OK(al_segment_address(segment, al_rank(), &first));
        CHECK_INT(0, (int64_t)((uintptr_t)first % 64));
        if (is_mine)
            change((char *)first + 100 + rank);
        snprintf(words, sizeof words, " of its group, the slice of rank %d, %d bytes", rank,
                 100 + rank);
        EXPECT(rank, al_segment_free(segment), words, byte(100 + rank));

        co_array_t *x;
        const co_spec_t spec = {.type = ASHLAR_INT, .ndim = 1, .extents = {5}};
        REQUIRE_OK(co_create(&spec, &x));
        CHECK_OK(co_address(x, al_rank(), &first));
        for (int k = 0; k < 2; ++k) {
            if (is_mine)
                change((char *)first + (k ? 20 : -1));
            EXPECT(rank, co_sync_all(0), "co_sync_all: coarray ", byte(k ? 20 : -1));
        }
        CHECK_OK(co_free(x));
    }
    EXPECT(-1, ga_terminate(), "", "");
}
