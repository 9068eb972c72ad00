/* Starts MPI and the library in a child, and collects what is said of the start. */
#define _GNU_SOURCE
#include "tools/info/job.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ashlar/ga.h>

#include "armci-lite/src/al_info.h"
#include "linalg/src/frame/la_solver_table.h"
#include "tools/info/report.h"

enum { START_SECONDS = 60 };

int job_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
                                        "SLURM_PROCID"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; ++k)
        if (getenv(names[k]))
            return atoi(getenv(names[k]));
    return 0;
}

/* The child. It prints facts on its own, however many ranks there are. */
static int start(FILE *facts)
{
    int level;
    alarm(START_SECONDS); /* MPI may wait for hosts that it cannot reach */
    MPI_Init(NULL, NULL);
    if (ga_initialize(MPI_COMM_WORLD) != ASHLAR_OK) {
        fprintf(stderr, "%s\n", ashlar_error_message());
        fflush(stderr);
        _exit(1); /* other ranks may be without an error */
    }
    MPI_Query_thread(&level);
    fprintf(facts, "ashlar: MPI_THREAD_MULTIPLE: %s\n",
            level == MPI_THREAD_MULTIPLE ? "yes" : "no");
    ali_print_start(facts);
    lai_print_solvers(facts, ga_size() > 1 ? ga_size() : 2, 2);
    fflush(facts);
    ga_terminate();
    MPI_Finalize();
    return 0;
}

/* A file in memory; its descriptor, or that of nothing. */
static int open_memory(void)
{
    const int fd = memfd_create("ashlar-info", 0);
    return fd >= 0 ? fd : fileno(tmpfile());
}

static char *read_all(int fd)
{
    const off_t length = lseek(fd, 0, SEEK_END);
    char *text = calloc((size_t)(length > 0 ? length : 0) + 1, 1);
    if (text && length > 0 && pread(fd, text, (size_t)length, 0) < 0)
        *text = '\0';
    close(fd);
    return text;
}

int job_run(char **facts, char **said)
{
    int status = -1;
    const int files[2] = {open_memory(), open_memory()};
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(files[1], STDOUT_FILENO);
        dup2(files[1], STDERR_FILENO);
        exit(start(fdopen(files[0], "w")));
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    *facts = read_all(files[0]);
    *said = read_all(files[1]);
    return status;
}

void job_report(int status, const char *facts, const char *said)
{
    static const char beginning[] = "ashlar: ";
    report_section("job");
    report_flag("starts", status == 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        report_text("ended by", "nothing for %d s", START_SECONDS);
    else if (WIFSIGNALED(status))
        report_text("ended by", "signal %d", WTERMSIG(status));
    else if (status != 0)
        report_text("ended by", "exit code %d", WEXITSTATUS(status));
    while (facts && *facts) {
        char line[1024];
        const size_t length = strcspn(facts, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, facts);
        facts += length + (facts[length] == '\n');
        char *name = line + strlen(beginning), *value = strstr(name, ": ");
        if (!value) {
            report_text("note", "%s", name);
            continue;
        }
        *value = '\0';
        report_text(name, "%s", value + 2);
    }
    if (said && *said)
        report_lines("it said", said);
}
