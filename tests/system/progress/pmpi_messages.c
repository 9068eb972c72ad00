/* The calls for messages that libashlar-pmpi stands before: what they give is what MPI gives. */
#include "pmpi.h"

#include <stdlib.h>
#include <string.h>

#include <ashlar/al.h>

#define PICK(call) (p ? PMPI_##call : MPI_##call)

/* MPICH's is an address that compilers warn of when they see it. */
static MPI_Status *volatile ignored = MPI_STATUSES_IGNORE;

/* The observations of a scenario: compared between MPI's calls and those before it. */
typedef struct seen {
    int n;
    int values[400];
} seen_t;

static void note(seen_t *seen, int value)
{
    if (seen->n < (int)(sizeof seen->values / sizeof seen->values[0]))
        seen->values[seen->n++] = value;
}

static void note_status(seen_t *seen, MPI_Status *status)
{
    int count, cancelled;
    PMPI_Get_count(status, MPI_INT, &count);
    PMPI_Test_cancelled(status, &cancelled);
    note(seen, status->MPI_SOURCE);
    note(seen, status->MPI_TAG);
    note(seen, count);
    note(seen, cancelled);
}

static void note_error(seen_t *seen, int status)
{
    int class;
    PMPI_Error_class(status, &class);
    note(seen, class);
}

static int next(void)
{
    return (test_rank() + 1) % test_size();
}

static int before(void)
{
    return (test_rank() + test_size() - 1) % test_size();
}

/* Around a ring: every kind of send, into every kind of receive; long ones and empty ones. */
static void ring(int p, seen_t *seen)
{
    enum { LONG = 100000 };
    static const int lengths[] = {0, 1, 1000, LONG};
    static int out[LONG], in[LONG];
    for (int k = 0; k < 12; ++k) {
        int n = lengths[k % 4], rank = test_rank();
        MPI_Request request;
        MPI_Status status;
        for (int e = 0; e < n; ++e)
            out[e] = rank + e;
        memset(in, 0, sizeof in);
        PMPI_Irecv(in, n, MPI_INT, before(), k, MPI_COMM_WORLD, &request);
        if (k < 4)
            note_error(seen, PICK(Send)(out, n, MPI_INT, next(), k, MPI_COMM_WORLD));
        else if (k < 8)
            note_error(seen, PICK(Ssend)(out, n, MPI_INT, next(), k, MPI_COMM_WORLD));
        else
            note_error(seen, PICK(Sendrecv)(out, n, MPI_INT, next(), k, NULL, 0, MPI_INT,
                                            MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        note_error(seen, PICK(Wait)(&request, &status));
        note(seen, request == MPI_REQUEST_NULL);
        note_status(seen, &status);
        note(seen, n ? in[0] : 0);
        note(seen, n ? in[n - 1] : 0);
    }
}

static void receives(int p, seen_t *seen)
{
    int rank = test_rank(), in[4] = {0}, out[2] = {10 * rank, 10 * rank + 1};
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    for (int k = 0; k < 5; ++k) {
        PMPI_Isend(out, 2, MPI_INT, next(), 30 + k, MPI_COMM_WORLD, &request);
        if (k == 1) {
            note_error(seen, PICK(Probe)(MPI_ANY_SOURCE, 31, MPI_COMM_WORLD, &status));
            note_status(seen, &status);
        }
        if (k == 2) {
            note_error(seen,
                       PICK(Mprobe)(before(), MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
            note_status(seen, &status);
            note_error(seen, PICK(Mrecv)(in, 4, MPI_INT, &message, &status));
            note(seen, message == MPI_MESSAGE_NULL);
        } else {
            note_error(seen, PICK(Recv)(in, 4, MPI_INT, k < 2 ? MPI_ANY_SOURCE : before(),
                                        k == 3 ? MPI_ANY_TAG : 30 + k, MPI_COMM_WORLD,
                                        k == 4 ? MPI_STATUS_IGNORE : &status));
        }
        note_status(seen, &status);
        note(seen, in[1]);
        PMPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    note_error(seen, PICK(Recv)(in, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    note_status(seen, &status);
    note_error(seen, PICK(Send)(in, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    note_error(seen, PICK(Probe)(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    note_status(seen, &status);
}

/* Exchange in place, also of elements that are not contiguous. */
static void replace(int p, seen_t *seen)
{
    int values[12];
    MPI_Datatype every_third;
    MPI_Status status;
    for (int k = 0; k < 12; ++k)
        values[k] = 100 * test_rank() + k;
    PMPI_Type_vector(4, 1, 3, MPI_INT, &every_third);
    PMPI_Type_commit(&every_third);
    note_error(seen, PICK(Sendrecv_replace)(values, 1, every_third, next(), 7, before(), 7,
                                            MPI_COMM_WORLD, &status));
    note_status(seen, &status);
    note_error(seen, PICK(Sendrecv_replace)(values, 0, MPI_INT, next(), 8, before(), 8,
                                            MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    note_error(seen, PICK(Sendrecv_replace)(values + 1, 1, MPI_INT, MPI_PROC_NULL, 8, MPI_PROC_NULL,
                                            8, MPI_COMM_WORLD, &status));
    note(seen, status.MPI_SOURCE);
    for (int k = 0; k < 12; ++k)
        note(seen, values[k]);
    PMPI_Type_free(&every_third);
}

/* Lists of requests, null and persistent ones among them. */
static void lists(int p, seen_t *seen)
{
    int out = test_rank(), in[4] = {-1, -1, -1, -1}, index = 77, count = 77, indices[4];
    MPI_Request requests[4];
    MPI_Status status, statuses[4];
    for (int round = 0; round < 2; ++round) {
        for (int k = 0; k < 4; ++k)
            requests[k] = MPI_REQUEST_NULL;
        PMPI_Irecv(&in[0], 1, MPI_INT, before(), 50, MPI_COMM_WORLD, &requests[0]);
        PMPI_Recv_init(&in[2], 1, MPI_INT, before(), 51, MPI_COMM_WORLD, &requests[2]);
        PMPI_Start(&requests[2]);
        PICK(Send)(&out, 1, MPI_INT, next(), 50, MPI_COMM_WORLD);
        PICK(Send)(&out, 1, MPI_INT, next(), 51, MPI_COMM_WORLD);
        memset(statuses, 0, sizeof statuses);
        note_error(seen, PICK(Waitall)(4, requests, round ? ignored : statuses));
        for (int k = 0; k < 3 && !round; ++k)
            note_status(seen, &statuses[k]);
        note(seen, in[0] + 100 * in[2]);
        note_error(seen, PICK(Wait)(&requests[2], &status)); /* inactive */
        note_status(seen, &status);
        note(seen, requests[2] != MPI_REQUEST_NULL);
        PMPI_Request_free(&requests[2]);
    }
    note_error(seen, PICK(Waitany)(4, requests, &index, &status));
    note(seen, index == MPI_UNDEFINED);
    note_error(seen, PICK(Waitany)(0, requests, &index, MPI_STATUS_IGNORE));
    note(seen, index == MPI_UNDEFINED);
    note_error(seen, PICK(Waitsome)(4, requests, &count, indices, statuses));
    note(seen, count == MPI_UNDEFINED);
    note_error(seen, PICK(Waitall)(0, requests, ignored));
    PMPI_Irecv(&in[1], 1, MPI_INT, before(), 52, MPI_COMM_WORLD, &requests[1]);
    PICK(Send)(&out, 1, MPI_INT, next(), 52, MPI_COMM_WORLD);
    note_error(seen, PICK(Waitany)(4, requests, &index, &status));
    note(seen, index);
    note_status(seen, &status);
    PMPI_Irecv(&in[3], 1, MPI_INT, before(), 53, MPI_COMM_WORLD, &requests[3]);
    PICK(Send)(&out, 1, MPI_INT, next(), 53, MPI_COMM_WORLD);
    note_error(seen, PICK(Waitsome)(4, requests, &count, indices, ignored));
    note(seen, count);
    note(seen, indices[0]);
    PMPI_Irecv(&in[3], 1, MPI_INT, before(), 54, MPI_COMM_WORLD, &requests[3]);
    PMPI_Cancel(&requests[3]);
    note_error(seen, PICK(Wait)(&requests[3], &status));
    PMPI_Test_cancelled(&status, &index);
    note(seen, index);
}

static int handled; /* how often the error handler was called */

static void on_error(MPI_Comm *comm, int *status, ...)
{
    (void)comm;
    (void)status;
    ++handled;
}

/* Errors are returned, and handed to a handler once. To that of the communicator; but MPICH hands
 * what goes wrong after a nonblocking call has started to that of MPI_COMM_WORLD. */
static void errors(int p, seen_t *seen)
{
    MPI_Comm comm;
    MPI_Errhandler handler;
    MPI_Request request;
    int out[4] = {1, 2, 3, 4}, in[4] = {0};
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    PMPI_Comm_create_errhandler(on_error, &handler);
    PMPI_Comm_set_errhandler(comm, handler);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    handled = 0;
    PMPI_Isend(out, 4, MPI_INT, next(), 1, comm, &request);
    note_error(seen, PICK(Recv)(in, 2, MPI_INT, before(), 1, comm, MPI_STATUS_IGNORE));
    note(seen, handled);
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
    note_error(seen, PICK(Sendrecv)(out, 4, MPI_INT, next(), 2, in, 2, MPI_INT, before(), 2, comm,
                                    MPI_STATUS_IGNORE));
    note(seen, handled);
    note_error(seen, PICK(Send)(out, -1, MPI_INT, next(), 1, comm));
    note_error(seen, PICK(Send)(out, 1, MPI_INT, test_size(), 1, comm));
    note_error(seen, PICK(Bcast)(out, 1, MPI_INT, test_size(), comm));
    note(seen, handled);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    PMPI_Errhandler_free(&handler);
    PMPI_Comm_free(&comm);
}

static void compare(const char *name, void (*scenario)(int p, seen_t *seen))
{
    seen_t expected = {0}, actual = {0};
    PMPI_Barrier(MPI_COMM_WORLD); /* no message of another scenario is on its way */
    scenario(1, &expected);
    PMPI_Barrier(MPI_COMM_WORLD);
    scenario(0, &actual);
    CHECK_INT(expected.n, actual.n);
    for (int k = 0; k < actual.n; ++k)
        if (expected.values[k] != actual.values[k]) {
            test_fail(__FILE__, __LINE__, "%s: MPI gives %d as value %d, here it is %d", name,
                      expected.values[k], k, actual.values[k]);
            return;
        }
}

static void compare_everything(void)
{
    compare("ring", ring);
    compare("receives", receives);
    compare("replace", replace);
    compare("lists", lists);
    compare("errors", errors);
}

TEST_CASE(messages_as_mpi, TEST_BARE)
{
    compare_everything();
    REQUIRE_OK(al_init(MPI_COMM_WORLD));
    compare_everything();
    CHECK_OK(al_finalize());
}
