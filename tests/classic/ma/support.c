#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static int checks, failures;
static FILE *said;
static int saved[2];

const ma_type_t ma_types[MT_NUMTYPES] = {
    {MT_C_CHAR, sizeof(char), ma_cb_char},
    {MT_C_INT, sizeof(int), (char *)ma_cb_int},
    {MT_C_LONGINT, sizeof(long), (char *)ma_cb_long},
    {MT_C_LONGLONG, sizeof(long long), (char *)ma_cb_longlong},
    {MT_C_FLOAT, sizeof(float), (char *)ma_cb_float},
    {MT_C_DBL, sizeof(double), (char *)ma_cb_dbl},
    {MT_C_LDBL, sizeof(long double), (char *)ma_cb_ldbl},
    {MT_C_SCPL, 2 * sizeof(float), (char *)ma_cb_scpl},
    {MT_C_DCPL, 2 * sizeof(double), (char *)ma_cb_dcpl},
    {MT_C_LDCPL, 2 * sizeof(long double), (char *)ma_cb_ldcpl},
    {MT_F_BYTE, 1, FORTRAN(mbc_byte, MBC_BYTE)},
    {MT_F_INT, sizeof(Integer), (char *)FORTRAN(mbc_int, MBC_INT)},
    {MT_F_LOG, sizeof(Integer), (char *)FORTRAN(mbc_log, MBC_LOG)},
    {MT_F_REAL, 4, (char *)FORTRAN(mbc_real, MBC_REAL)},
    {MT_F_DBL, 8, (char *)FORTRAN(mbc_dbl, MBC_DBL)},
    {MT_F_SCPL, 8, (char *)FORTRAN(mbc_scpl, MBC_SCPL)},
    {MT_F_DCPL, 16, (char *)FORTRAN(mbc_dcpl, MBC_DCPL)},
};

/* ---- checks ---- */

static void fail(const char *file, int line)
{
    ++failures;
    fprintf(stderr, "%s:%d: ", file, line);
}

void ma_check(const char *file, int line, int holds, const char *what)
{
    ++checks;
    if (!holds) {
        fail(file, line);
        fprintf(stderr, "%s does not hold\n", what);
    }
}

void ma_check_int(const char *file, int line, long long expected, long long actual,
                  const char *what)
{
    ++checks;
    if (expected != actual) {
        fail(file, line);
        fprintf(stderr, "%s is %lld instead of %lld\n", what, actual, expected);
    }
}

void ma_check_contains(const char *file, int line, const char *text, const char *part)
{
    ++checks;
    if (!strstr(text, part)) {
        fail(file, line);
        fprintf(stderr, "\"%s\" is missing in: %s\n", part, text);
    }
}

/* ---- what is printed ---- */

void ma_listen(void)
{
    fflush(NULL);
    said = tmpfile();
    if (!said)
        abort();
    for (int fd = 1; fd <= 2; ++fd) {
        saved[fd - 1] = dup(fd);
        dup2(fileno(said), fd);
    }
}

const char *ma_heard(void)
{
    static char text[1 << 16];
    fflush(NULL);
    for (int fd = 1; fd <= 2; ++fd) {
        dup2(saved[fd - 1], fd);
        close(saved[fd - 1]);
    }
    rewind(said);
    text[fread(text, 1, sizeof text - 1, said)] = '\0';
    fclose(said);
    return text;
}

/* ---- processes ---- */

static int exit_code(pid_t child)
{
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        abort();
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

int ma_exit_code(void (*run)(void))
{
    enum { RETURNED = 99 };
    ma_listen();
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(RETURNED);
    }
    return exit_code(child);
}

int ma_run(int argc, char **argv, const ma_case_t *cases, int n)
{
    int failed = 0, run = 0;
    for (int k = 0; k < n; ++k) {
        if (argc > 1 && strcmp(argv[1], cases[k].name) != 0)
            continue;
        ++run;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            cases[k].run();
            fflush(NULL);
            _exit(checks == 0 || failures > 0);
        }
        int code = exit_code(child);
        printf("%s %s", code == 0 ? "PASS" : "FAIL", cases[k].name);
        printf(code == 0 ? "\n" : ": exit code %d\n", code);
        failed += code != 0;
    }
    return failed > 0 || run == 0;
}
