/* Messages that nobody expects, of two lists of the same ranks, small and large. */
#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#include "armci-lite/src/wait/al_mail.h"
#include "al/parts.h"

enum { LISTS = 2, LARGE = 300000 };

static size_t bytes_of(int list, int from)
{
    return list == 0 ? (size_t)from * 8 : LARGE + (size_t)from;
}

static char byte_of(int list, int from)
{
    return (char)(1 + 3 * from + list);
}

/* One message of a list has come from the rank before me, and no other. */
static void receive_one(const al_tree_t *tree, int list, int from)
{
    static char data[2 * LARGE];
    const size_t bytes = bytes_of(list, from);
    al_mail_t mail;
    bool has_arrived = false;
    while (!has_arrived)
        REQUIRE_OK(ali_mail_match(tree, &mail, &has_arrived));
    CHECK_INT(from, mail.source);
    CHECK_INT((int64_t)bytes, (int64_t)mail.bytes);
    memset(data, 0, sizeof data);
    CHECK_OK(ali_mail_take(&mail, data));
    size_t wrong = 0;
    for (size_t k = 0; k < bytes; ++k)
        wrong += data[k] != byte_of(list, from);
    CHECK_INT(0, (int64_t)wrong);
    CHECK_INT(0, data[bytes]);
}

TEST_CASE(mail, TEST_AL)
{
    const int me = test_rank(), size = test_size(), before = (me + size - 1) % size;
    MPI_Request request[LISTS];
    char *data[LISTS];
    al_tree_t tree[LISTS];
    for (int list = LISTS - 1; list >= 0; --list) { /* not in the order in which they are wanted */
        tree[list] = ali_tree_world();
        tree[list].tag += 1000 * (list + 1);
        data[list] = test_alloc(bytes_of(list, me) + 1);
        memset(data[list], byte_of(list, me), bytes_of(list, me));
        CHECK_OK(ali_mail_send(&tree[list], (me + 1) % size, data[list], bytes_of(list, me),
                               &request[list]));
    }
    for (int list = 0; list < LISTS; ++list)
        receive_one(&tree[list], list, before);
    for (int list = 0; list < LISTS; ++list) {
        CHECK_OK(ali_mail_finish(&request[list]));
        free(data[list]);
    }
    CHECK_OK(ali_tree_barrier(&(al_tree_t){NULL, size, me, AL_TREE_TAG}));
    for (int list = 0; list < LISTS; ++list) {
        al_mail_t mail;
        bool has_arrived = true;
        CHECK_OK(ali_mail_match(&tree[list], &mail, &has_arrived));
        CHECK(!has_arrived);
    }
}
