/* EAF refuses what the disk or its arguments forbid, and has words for it. */
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "classic/pario/eaf_names.h"
#include "eaf.h"

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
