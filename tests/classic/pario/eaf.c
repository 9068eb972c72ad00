#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "eaf.h"
#include "macdecls.h"

/* ---- as Fortran calls them ------------------------------------------------------------------- */

Integer eaf_open_(const char *fname, const Integer *type, Integer *fd, size_t length);
Integer eaf_close_(const Integer *fd);
Integer eaf_delete_(const char *fname, size_t length);
Integer eaf_write_(const Integer *fd, const double *offset, const void *buf, const Integer *bytes);
Integer eaf_read_(const Integer *fd, const double *offset, void *buf, const Integer *bytes);
Integer eaf_awrite_(const Integer *fd, const double *offset, const void *buf, const Integer *bytes,
                    Integer *req_id);
Integer eaf_aread_(const Integer *fd, const double *offset, void *buf, const Integer *bytes,
                   Integer *req_id);
Integer eaf_wait_(const Integer *fd, const Integer *id);
Integer eaf_probe_(const Integer *id, Integer *status);
Integer eaf_truncate_(const Integer *fd, const double *length);
Integer eaf_length_(const Integer *fd, double *length);
Integer eaf_stat_(const char *path, Integer *avail_mb, char *fstype, size_t path_length,
                  size_t fstype_length);
Logical eaf_eof_(const Integer *code);
void eaf_errmsg_(const Integer *code, char *msg, size_t length);
void eaf_print_stats_(const Integer *fd);
double eaf_util_random_(const Integer *seed);
Integer eaf_util_szint_(void);

/* The blanks of Fortran. */
static Integer open_padded(const char *name, Integer type, Integer *fd)
{
    char padded[200];
    int n = snprintf(padded, sizeof padded, "%-150s", name);
    return eaf_open_(padded, &type, fd, (size_t)n);
}

/* ---- transfers ------------------------------------------------------------------------------- */

/* Blocks at offsets out of order, and over each other, as an array in memory has them. */
PARIO_CASE(eaf_transfers)
{
    enum { SIZE = 100000, TIMES = 200 };
    char *model = calloc(1, SIZE), *read = test_alloc(SIZE);
    unsigned state = 17 + (unsigned)test_rank();
    int end = 0;
    Integer fd = -7;
    CHECK_INT(EAF_OK, open_padded(own("data"), EAF_RW, &fd));
    for (int k = 0; k < TIMES; ++k) {
        state = state * 1103515245u + 12345u;
        int at = (int)(state >> 8) % SIZE, bytes = (int)(state >> 3) % 5000;
        bytes = bytes < SIZE - at ? bytes : SIZE - at;
        memset(model + at, 1 + k % 250, (size_t)bytes);
        if (bytes > 0 && at + bytes > end)
            end = at + bytes;
        if (k % 2)
            CHECK_INT(EAF_OK, EAF_Write((int)fd, at, model + at, (size_t)bytes));
        else
            CHECK_INT(EAF_OK, eaf_write_(&fd, D(at), model + at, I(bytes)));
    }
    CHECK_INT(EAF_OK, EAF_Read((int)fd, 0, read, (size_t)end));
    CHECK(memcmp(read, model, (size_t)end) == 0);
    memset(read, 0, SIZE);
    CHECK_INT(EAF_OK, eaf_read_(&fd, D(1001), read, I(end - 1001)));
    CHECK(memcmp(read, model + 1001, (size_t)(end - 1001)) == 0);
    CHECK_INT(EAF_OK, EAF_Read((int)fd, 5, read, 0));
    eaf_print_stats_(&fd);
    CHECK_INT(EAF_OK, eaf_close_(&fd));

    /* it is there still, and the number is free */
    int again = -7;
    CHECK_INT(EAF_OK, EAF_Open(own("data"), EAF_R, &again));
    CHECK_INT(fd, again);
    CHECK_INT(EAF_OK, EAF_Read(again, 0, read, (size_t)end));
    CHECK(memcmp(read, model, (size_t)end) == 0);
    EAF_Print_stats(again);
    CHECK_INT(EAF_OK, EAF_Close(again));
    CHECK_INT(EAF_OK, EAF_Delete(own("data")));
    CHECK(access(own("data"), F_OK) != 0);
    CHECK_INT(EAF_OK, EAF_Delete(own("data"))); /* there is none */
    CHECK_INT(EAF_OK, eaf_delete_(TEXT("/nowhere/at/all  ")));
    free(model);
    free(read);
}

/* EAF_W empties a file, EAF_RW does not. */
PARIO_CASE(eaf_modes)
{
    int fd;
    double length = -1;
    char got[3] = "";
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_W, &fd));
    CHECK_INT(EAF_OK, EAF_Write(fd, 0, "abc", 3));
    CHECK_INT(EAF_ERR_READ, EAF_Read(fd, 0, got, 3));
    CHECK_INT(EAF_OK, EAF_Close(fd));
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_RW, &fd));
    CHECK_INT(EAF_OK, EAF_Read(fd, 0, got, 3));
    CHECK(memcmp(got, "abc", 3) == 0);
    CHECK_INT(EAF_OK, EAF_Close(fd));
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_R, &fd));
    CHECK_INT(EAF_ERR_WRITE, EAF_Write(fd, 0, "abc", 3));
    CHECK_INT(EAF_OK, EAF_Close(fd));
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_W, &fd));
    CHECK_INT(EAF_OK, EAF_Length(fd, &length));
    CHECK(length == 0);
    CHECK_INT(EAF_OK, EAF_Close(fd));
    CHECK_INT(EAF_OK, EAF_Delete(own("a")));
}

PARIO_CASE(eaf_requests)
{
    Integer fd, request = -5, status = -5;
    int id = -5, pending = -5;
    char got[4] = "", mine = (char)('a' + test_rank());
    CHECK_INT(EAF_OK, open_padded(own("a"), EAF_RW, &fd));
    CHECK_INT(EAF_OK, eaf_awrite_(&fd, D(2), &mine, I(1), &request));
    CHECK_INT(EAF_OK, eaf_probe_(&request, &status));
    CHECK_INT(0, status);
    CHECK_INT(EAF_OK, eaf_wait_(&fd, &request));
    CHECK_INT(EAF_OK, EAF_Awrite((int)fd, 1, "b", 1, &id));
    CHECK_INT(EAF_OK, EAF_Probe(id, &pending));
    CHECK_INT(0, pending);
    CHECK_INT(EAF_OK, EAF_Wait((int)fd, id));
    CHECK_INT(EAF_OK, eaf_aread_(&fd, D(0), got, I(2), &request));
    CHECK_INT(EAF_OK, EAF_Aread((int)fd, 2, got + 2, 1, &id));
    CHECK_INT(EAF_OK, eaf_wait_(&fd, &request));
    CHECK_INT(EAF_OK, EAF_Wait((int)fd, id));
    CHECK(got[0] == 0 && got[1] == 'b' && got[2] == mine);
    CHECK_INT(EAF_ERR_WAIT, EAF_Wait((int)fd, 12));
    CHECK_INT(EAF_ERR_WAIT, eaf_wait_(&fd, I(12)));
    CHECK_INT(EAF_ERR_PROBE, EAF_Probe(12, &pending));
    CHECK_INT(EAF_ERR_PROBE, eaf_probe_(I(12), &status));
    CHECK_INT(EAF_OK, eaf_close_(&fd));
    CHECK_INT(EAF_ERR_INVALID_FD, EAF_Wait((int)fd, id));
    CHECK_INT(EAF_OK, EAF_Delete(own("a")));
}

PARIO_CASE(eaf_lengths)
{
    Integer fd;
    double length = -1;
    char got = 'x';
    CHECK_INT(EAF_OK, open_padded(own("a"), EAF_RW, &fd));
    CHECK_INT(EAF_OK, eaf_write_(&fd, D(5e9), "z", I(1)));
    CHECK_INT(EAF_OK, eaf_length_(&fd, &length));
    CHECK(length == 5e9 + 1);
    CHECK_INT(EAF_OK, EAF_Read((int)fd, 5e9, &got, 1));
    CHECK_INT('z', got);
    CHECK_INT(EAF_OK, EAF_Read((int)fd, 4e9, &got, 1));
    CHECK_INT(0, got);
    CHECK_INT(EAF_OK, eaf_truncate_(&fd, D(1000)));
    CHECK_INT(EAF_OK, EAF_Length((int)fd, &length));
    CHECK(length == 1000);
    CHECK_INT(EAF_ERR_EOF, EAF_Read((int)fd, 1000, &got, 1));
    CHECK_INT(EAF_OK, EAF_Truncate((int)fd, 2000));
    CHECK_INT(EAF_OK, EAF_Read((int)fd, 1000, &got, 1));
    CHECK_INT(EAF_OK, eaf_close_(&fd));
    CHECK_INT(EAF_OK, EAF_Delete(own("a")));
}

/* A file in MA's heap: there until it is deleted. */
PARIO_CASE(eaf_memory)
{
    enum { MIB = 1 << 20 };
    int fd = -1, again = -1, third;
    double length = 0;
    char got[2] = "";
    CHECK(MA_init(MT_CHAR, 0, 3 * MIB));
    CHECK_INT(EAF_OK, EAF_Open(own("m"), 2, &fd));
    CHECK(access(own("m"), F_OK) != 0);
    CHECK_INT(EAF_OK, EAF_Write(fd, 2 * MIB - 2, "yz", 2));
    CHECK_INT(EAF_ERR_WRITE, EAF_Write(fd, 2 * MIB - 1, "yz", 2));
    CHECK_INT(EAF_ERR_WRITE, EAF_Write(fd, -1, "yz", 2));
    CHECK_INT(EAF_ERR_OPEN, EAF_Open(own("n"), 2, &third)); /* no memory */
    CHECK_INT(EAF_OK, EAF_Close(fd));
    CHECK_INT(EAF_ERR_INVALID_FD, EAF_Read(fd, 0, got, 1));
    CHECK_INT(EAF_OK, EAF_Open(own("m"), 2, &again));
    CHECK_INT(fd, again);
    CHECK_INT(EAF_OK, EAF_Read(again, 2 * MIB - 2, got, 2));
    CHECK(memcmp(got, "yz", 2) == 0);
    CHECK_INT(EAF_ERR_EOF, EAF_Read(again, 2 * MIB - 1, got, 2));
    CHECK_INT(EAF_ERR_READ, EAF_Read(again, -1, got, 2));
    CHECK_INT(EAF_OK, EAF_Length(again, &length));
    CHECK(length == 2 * MIB);
    CHECK_INT(EAF_OK, EAF_Truncate(again, 5));
    CHECK_INT(EAF_ERR_TRUNCATE, EAF_Truncate(again, 3 * MIB));
    CHECK_INT(EAF_OK, EAF_Close(again));
    CHECK_INT(EAF_OK, EAF_Delete(own("m")));
    CHECK_INT(EAF_OK, EAF_Open(own("n"), 2, &third)); /* the memory is free */
    CHECK_INT(EAF_OK, EAF_Close(third));
    CHECK_INT(EAF_OK, EAF_Delete(own("n")));
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* The words for a code, in both languages. */
static void check_words(int code, const char *words)
{
    char text[80], padded[60];
    EAF_Errmsg(code, text);
    CHECK_CONTAINS(text, words);
    eaf_errmsg_(I(code), padded, sizeof padded);
    CHECK(memcmp(padded, text, strlen(text)) == 0);
    for (size_t k = strlen(text); k < sizeof padded; ++k)
        CHECK_INT(' ', padded[k]);
}

PARIO_CASE(eaf_disk_errors)
{
    static char block[100000];
    Integer fd, request;
    int file, id, most[64];
    double length = -1;
    CHECK_INT(EAF_ERR_OPEN, open_padded("/nowhere/at/all", EAF_RW, &fd));
    check_words(EAF_ERR_OPEN, ": No such file or directory");
    CHECK_INT(EAF_ERR_OPEN, EAF_Open(own(""), EAF_W, &file));
    check_words(EAF_ERR_OPEN, ": Is a directory");
    CHECK_INT(EAF_ERR_OPEN, EAF_Open(own("none"), EAF_R, &file));

    /* a disk without room */
    CHECK_INT(EAF_OK, open_padded("/dev/full", EAF_RW, &fd));
    CHECK_INT(EAF_ERR_WRITE, eaf_write_(&fd, D(0), block, I(8)));
    check_words(EAF_ERR_WRITE, "cannot write: No space left on device");
    CHECK_INT(EAF_ERR_AWRITE, eaf_awrite_(&fd, D(0), block, I(8), &request));
    check_words(EAF_ERR_AWRITE, "cannot write: No space left on device");
    CHECK_INT(EAF_ERR_TRUNCATE, eaf_truncate_(&fd, D(8)));
    check_words(EAF_ERR_TRUNCATE, "cannot truncate the file: Invalid argument");
    CHECK_INT(EAF_OK, eaf_close_(&fd));

    /* room for a part */
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_RW, &file));
    limit_files(70000);
    CHECK_INT(EAF_ERR_WRITE, EAF_Write(file, 0, block, sizeof block));
    check_words(EAF_ERR_WRITE, "cannot write: File too large");
    limit_files(0);
    CHECK_INT(EAF_OK, EAF_Length(file, &length));
    CHECK(length == 70000);
    CHECK_INT(EAF_ERR_EOF, EAF_Read(file, 0, block, sizeof block));
    CHECK_INT(EAF_ERR_EOF, EAF_Aread(file, 70000, block, 1, &id));
    check_words(EAF_ERR_EOF, "end of file");
    CHECK_INT(EAF_OK, EAF_Close(file));
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_W, &file));
    CHECK_INT(EAF_ERR_AREAD, EAF_Aread(file, 0, block, 1, &id));
    check_words(EAF_ERR_AREAD, "cannot read: Bad file descriptor");
    CHECK_INT(EAF_OK, EAF_Close(file));
    CHECK_INT(EAF_OK, EAF_Delete(own("a")));

    /* more files than the system allows */
    struct rlimit old, few;
    CHECK_INT(0, getrlimit(RLIMIT_NOFILE, &old));
    few = old;
    few.rlim_cur = (rlim_t)dup(0) + 3;
    CHECK_INT(0, setrlimit(RLIMIT_NOFILE, &few));
    int n = 0, code = EAF_OK;
    while (n < 64 && (code = EAF_Open("/dev/null", EAF_RW, &most[n])) == EAF_OK)
        ++n;
    CHECK_INT(0, setrlimit(RLIMIT_NOFILE, &old));
    CHECK_INT(EAF_ERR_MAX_OPEN, code);
    check_words(EAF_ERR_MAX_OPEN, "too many open files");
    while (n-- > 0)
        CHECK_INT(EAF_OK, EAF_Close(most[n]));
    close((int)few.rlim_cur - 3);

    CHECK_INT(0, mkdir(own("sub"), 0700));
    CHECK_INT(EAF_ERR_UNLINK, EAF_Delete(own("sub")));
    check_words(EAF_ERR_UNLINK, "cannot delete the file: Is a directory");
    CHECK_INT(0, rmdir(own("sub")));
}

PARIO_CASE(eaf_argument_errors)
{
    static char wide[5000];
    char fstype[32];
    long mib;
    Integer fd, request;
    double length = -1;
    int file;
    memset(wide, 'x', sizeof wide);
    CHECK_INT(EAF_ERR_OPEN, EAF_Open(own("a"), -4, &file));
    CHECK_INT(EAF_ERR_OPEN, EAF_Open(own("a"), 0, &file));
    CHECK(access(own("a"), F_OK) != 0);
    CHECK_INT(EAF_ERR_TOO_LONG, eaf_open_(wide, I(EAF_RW), &fd, sizeof wide));
    CHECK_INT(EAF_ERR_TOO_LONG, eaf_delete_(wide, sizeof wide));
    CHECK_INT(EAF_ERR_TOO_LONG, eaf_stat_(wide, &fd, fstype, sizeof wide, sizeof fstype));
    CHECK_INT(EAF_ERR_TOO_SHORT, EAF_Stat("/tmp/", &mib, fstype, 7));
    CHECK_INT(EAF_ERR_STAT, EAF_Stat("/nowhere/at/all", &mib, fstype, sizeof fstype));
    check_words(EAF_ERR_STAT, ": No such file or directory");
    const int wrong[] = {-1, 1023, 1024, 1000000};
    for (int k = 0; k < 4; ++k) {
        CHECK_INT(EAF_ERR_INVALID_FD, EAF_Close(wrong[k]));
        CHECK_INT(EAF_ERR_INVALID_FD, EAF_Write(wrong[k], 0, wide, 1));
        CHECK_INT(EAF_ERR_INVALID_FD, EAF_Read(wrong[k], 0, wide, 1));
        CHECK_INT(EAF_ERR_INVALID_FD, eaf_truncate_(I(wrong[k]), D(0)));
        CHECK_INT(EAF_ERR_INVALID_FD, eaf_length_(I(wrong[k]), &length));
        EAF_Print_stats(wrong[k]);
    }
    CHECK_INT(EAF_OK, EAF_Open(own("a"), EAF_RW, &file));
    const double fractions[] = {0.5, 1e300, -1e17, NAN};
    for (int k = 0; k < 4; ++k) {
        CHECK_INT(EAF_ERR_NONINTEGER_OFFSET, EAF_Write(file, fractions[k], wide, 1));
        CHECK_INT(EAF_ERR_NONINTEGER_OFFSET, eaf_read_(I(file), &fractions[k], wide, I(1)));
        CHECK_INT(EAF_ERR_NONINTEGER_OFFSET,
                  eaf_awrite_(I(file), &fractions[k], wide, I(1), &request));
        CHECK_INT(EAF_ERR_NONINTEGER_OFFSET, EAF_Truncate(file, fractions[k]));
    }
    CHECK_INT(EAF_ERR_WRITE, EAF_Write(file, -1, wide, 1));
    CHECK_INT(EAF_ERR_READ, EAF_Read(file, -1, wide, 1));
    CHECK_INT(EAF_ERR_WRITE, eaf_write_(I(file), D(0), wide, I(-1)));
    CHECK_INT(EAF_OK, EAF_Length(file, &length));
    CHECK(length == 0);
    CHECK_INT(EAF_OK, EAF_Close(file));
    CHECK_INT(EAF_OK, EAF_Delete(own("a")));
}

/* Each code has words of its own, and other numbers have none. */
PARIO_CASE(eaf_words)
{
    char text[80], other[80];
    EAF_Errmsg(EAF_OK, text);
    CHECK_TEXT("OK", text);
    for (int code = EAF_ERR_EOF; code >= EAF_ERR_LENGTH; --code) {
        EAF_Errmsg(code, text);
        CHECK(strlen(text) > 5);
        EAF_Errmsg(code - 2, other);
        CHECK(strcmp(text, other) != 0);
        CHECK_INT(code == EAF_ERR_EOF ? 0 : 1, EAF_Eof(code));
        CHECK_INT(code == EAF_ERR_EOF ? 1 : 0, eaf_eof_(I(code)));
    }
    CHECK_INT(1, EAF_Eof(EAF_OK));
    EAF_Errmsg(-10021, text);
    CHECK_TEXT("", text);
    EAF_Errmsg(1, text);
    CHECK_TEXT("", text);
}

PARIO_CASE(eaf_rest)
{
    char fstype[10];
    Integer mib = -1;
    long same = -1;
    struct statvfs about;
    CHECK_INT(0, statvfs("/tmp", &about));
    const double free_mib = (double)about.f_bavail * (double)about.f_frsize / 1048576;
    CHECK_INT(EAF_OK, eaf_stat_("/tmp/file   ", &mib, fstype, 12, sizeof fstype));
    CHECK(memcmp(fstype, "UFS       ", sizeof fstype) == 0);
    CHECK((double)mib > 0.5 * free_mib && (double)mib < 2 * free_mib + 1);
    CHECK_INT(EAF_OK, EAF_Stat("here", &same, fstype, sizeof fstype));
    CHECK_TEXT("UFS", fstype);
    CHECK(same >= 0);
    double first = eaf_util_random_(I(5)), second = eaf_util_random_(I(0));
    CHECK(first >= 0 && first < 1 && second >= 0 && second < 1 && first != second);
    CHECK(eaf_util_random_(I(5)) == first);
    CHECK_INT(sizeof(Integer), eaf_util_szint_());
}
