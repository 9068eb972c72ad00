#include "harness/traffic.h"

#include <stdlib.h>
#include <string.h>

#include "harness/harness.h"

static al_traffic_t before;

bool traffic_is_exact(void)
{
    const char *check = getenv("ASHLAR_CHECK");
    const bool is_checked = check && strcmp(check, "0") != 0;
    const bool is_exact =
        !is_checked && (al_node_count() == 1 || strcmp(al_engine_name(), "am") == 0);

    if (!is_exact)
        test_skip("messages are known for active messages without checks");
    return is_exact;
}

static al_traffic_t traffic_of_mine(void)
{
    al_traffic_t traffic = {0, 0, 0, 0};

    CHECK_OK(al_traffic(&traffic));
    return traffic;
}

/* Nobody asks before all have counted. */
void traffic_begin(void)
{
    CHECK_OK(al_barrier(al_group_world()));
    before = traffic_of_mine();
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Others may have something to ask until the barrier, which sends no answers. */
al_traffic_t traffic_end(void)
{
    al_traffic_t after = traffic_of_mine();

    CHECK_OK(al_barrier(al_group_world()));
    const al_traffic_t later = traffic_of_mine();
    after.answers = later.answers;
    after.answer_bytes = later.answer_bytes;
    const al_traffic_t mine = traffic_difference(&after, &before);
    return traffic_of_all(&mine);
}

al_traffic_t traffic_of_all(const al_traffic_t *mine)
{
    al_traffic_t sum;

    MPI_Allreduce(mine, &sum, sizeof sum / sizeof(int64_t), MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

al_traffic_t traffic_difference(const al_traffic_t *more, const al_traffic_t *less)
{
    return (al_traffic_t){more->messages - less->messages, more->bytes - less->bytes,
                          more->answers - less->answers, more->answer_bytes - less->answer_bytes};
}

void traffic_check(const char *what, const al_traffic_t *expected, const al_traffic_t *found)
{
    test_step("%s", what);
    CHECK_INT(expected->messages, found->messages);
    CHECK_INT(expected->bytes, found->bytes);
    CHECK_INT(expected->answers, found->answers);
    CHECK_INT(expected->answer_bytes, found->answer_bytes);
}

int64_t traffic_doublings(int64_t n)
{
    int64_t rounds = 0;
    for (int64_t reached = 1; reached < n; reached *= 2)
        ++rounds;
    return rounds;
}

void traffic_add(al_traffic_t *sum, int64_t messages, int64_t bytes)
{
    sum->messages += messages;
    sum->bytes += messages * bytes;
}

void traffic_add_answered(al_traffic_t *sum, int64_t messages, int64_t bytes, int64_t answer)
{
    traffic_add(sum, messages, bytes);
    sum->answers += messages;
    sum->answer_bytes += messages * answer;
}
