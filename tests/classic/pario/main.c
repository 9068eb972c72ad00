#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "ga.h"

static char folder[32], common[32];

static const char *path_of(const char *in, const char *name)
{
    static char path[4][128];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", in, name);
    return path[turn];
}

const char *own(const char *name)
{
    return path_of(folder, name);
}

const char *ours(const char *name)
{
    return path_of(common, name);
}

void limit_files(long bytes)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    CHECK_INT(0, getrlimit(RLIMIT_FSIZE, &limit));
    limit.rlim_cur = bytes ? (rlim_t)bytes : limit.rlim_max;
    CHECK_INT(0, setrlimit(RLIMIT_FSIZE, &limit));
}

void run_in_folder(void (*run)(void))
{
    snprintf(folder, sizeof folder, "/tmp/pario.XXXXXX");
    if (!CHECK(mkdtemp(folder) != NULL))
        return;
    memcpy(common, folder, sizeof common);
    MPI_Bcast(common, sizeof common, MPI_CHAR, 0, MPI_COMM_WORLD);
    run();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_INT(0, rmdir(folder));
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "wrong") == 0) {
        MPI_Init(&argc, &argv);
        GA_Initialize();
        wrong(argv[2]);
        GA_Terminate();
        MPI_Finalize();
        return 0;
    }
    return test_main(argc, argv);
}
