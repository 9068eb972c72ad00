// start plain|limit|ma|error|full [mpi]: start by the function of that kind, use, and stop; with
// mpi, after the program has started MPI itself. Objects outlive the library here. error and full
// end the program.
#include <cstdio>
#include <cstring>

#include "ga++.h"

static int failed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("start.cc:%d: not so: %s\n", __LINE__, #condition);                        \
            failed = 1;                                                                            \
        }                                                                                          \
    } while (0)

static void use(const GA::GlobalArray &a)
{
    int at[1] = {99};
    double one = 1, found = 0;
    a.fill(&one);
    a.acc(at, at, &one, NULL, &one);
    GA::sync();
    a.get(at, at, &found, NULL);
    CHECK(found == 1 + GA::nodes());
    GA::sync();
}

int main(int argc, char **argv)
{
    const char *const kind = argc > 1 ? argv[1] : "plain";
    int ended, dims[1] = {100}, wide[1] = {1 << 20};
    if (argc > 2)
        MPI_Init(&argc, &argv);
    if (std::strcmp(kind, "ma") == 0)
        GA::Initialize(argc, argv, 4000, 8000, MT_C_DBL, 1 << 20);
    else if (std::strcmp(kind, "plain") == 0)
        GA::Initialize(argc, argv);
    else
        GA::Initialize(argc, argv, 1 << 20);
    CHECK(GA::memoryLimited() == (std::strcmp(kind, "plain") != 0));
    if (std::strcmp(kind, "ma") == 0) {
        CHECK(MA_initialized());
        const long avail = (long)MA_inquire_avail(MT_C_DBL), share = 12000 / GA::nodes();
        CHECK(avail >= share && avail < share + 200);
    }
    if (std::strcmp(kind, "error") == 0)
        GA::error("the words", 3);
    if (std::strcmp(kind, "error_object") == 0)
        GA::SERVICES.error("the words", 4);
    if (std::strcmp(kind, "full") == 0)
        GA::GlobalArray(C_DBL, 1, wide, const_cast<char *>("wide"), NULL);
    GA::GlobalArray a(C_DBL, 1, dims, const_cast<char *>("array"), NULL);
    GA::PGroup self = GA::PGroup::self();
    use(a);
    a.destroy();
    GA::GlobalArray left;
    GA::Terminate();
    MPI_Finalized(&ended);
    CHECK(ended);
    return failed;
}
