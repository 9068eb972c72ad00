#include <sys/stat.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "ga.h"
#include "sf.h"

/* ---- as Fortran calls them ------------------------------------------------------------------- */

Integer sf_create_(const char *fname, const double *size_hard_limit, const double *size_soft_limit,
                   const double *req_size, Integer *handle, size_t length);
Integer sf_create_suffix_(const char *fname, const double *size_hard_limit,
                          const double *size_soft_limit, const double *req_size, Integer *handle,
                          const Integer *suffix, size_t length);
Integer sf_destroy_(Integer *handle);
Integer sf_open_(const Integer *handle);
Integer sf_close_(const Integer *handle);
Integer sf_rwtor_(const Integer *handle);
Integer sf_fsync_(const Integer *handle);
Integer sf_write_(const Integer *handle, const double *offset, const double *bytes,
                  const void *buffer, Integer *req_id);
Integer sf_read_(const Integer *handle, const double *offset, const double *bytes, void *buffer,
                 Integer *req_id);
Integer sf_wait_(const Integer *req_id);
Integer sf_waitall_(const Integer *list, const Integer *num);
void sf_errmsg_(const Integer *code, char *msg, size_t length);

enum { BYTES = 80000 };

static int me(void)
{
    return test_rank();
}

static int ranks(void)
{
    return test_size();
}

/* Every rank writes its part, and reads that of the next. */
PARIO_CASE(sf_transfers)
{
    const int next = (me() + 1) % ranks();
    char *part = test_alloc(BYTES), name[200];
    Integer handle = 1, requests[2] = {5, 5};
    int second = 1, request;
    GA_Initialize();
    int n = snprintf(name, sizeof name, "%-100s", ours("shared"));
    CHECK_INT(SF_OK, sf_create_(name, D(1e6), D(-1), D(-1), &handle, (size_t)n));
    CHECK_INT(-3000, handle);
    CHECK_INT(SF_OK, SF_Create(ours("shared"), -1, -1, -1, &second));
    CHECK_INT(-2999, second);
    CHECK(access(ours("shared.0"), F_OK) == 0 && access(ours("shared.1"), F_OK) == 0);

    memset(part, 'a' + me(), BYTES);
    CHECK_INT(SF_OK, sf_write_(&handle, D(BYTES * me()), D(BYTES / 2), part, &requests[0]));
    CHECK_INT(SF_OK,
              sf_write_(&handle, D(BYTES * me() + BYTES / 2), D(BYTES / 2), part, &requests[1]));
    CHECK_INT(SF_OK, sf_wait_(&requests[0]));
    CHECK_INT(SF_OK, sf_waitall_(requests, I(2)));
    CHECK_INT(SF_OK, SF_Write(second, me(), 1, "z", &request));
    CHECK_INT(SF_OK, SF_Wait(&request));
    CHECK_INT(SF_OK, SF_Waitall(&request, 1));
    CHECK_INT(SF_OK, sf_fsync_(&handle));
    CHECK_INT(SF_OK, SF_Fsync(second));
    GA_Sync();
    for (int time = 0; time < 3; ++time) { /* read as it is, closed and opened, and only read */
        memset(part, 0, BYTES);
        CHECK_INT(SF_OK, SF_Read((int)handle, BYTES * next, BYTES / 2, part, &request));
        CHECK_INT(SF_OK, sf_read_(&handle, D(BYTES * next + BYTES / 2), D(BYTES / 2),
                                  part + BYTES / 2, &requests[0]));
        for (int k = 0; k < BYTES; ++k)
            if (part[k] != 'a' + next)
                test_fail(__FILE__, __LINE__, "byte %d is %d", k, part[k]);
        if (time == 0) {
            CHECK_INT(SF_OK, sf_close_(&handle));
            CHECK_INT(SF_ERR_READ, SF_Read((int)handle, 0, 1, part, &request));
            CHECK_INT(SF_OK, SF_Close((int)handle)); /* it is closed */
            CHECK_INT(SF_OK, sf_open_(&handle));
            CHECK_INT(SF_OK, SF_Open((int)handle));
        } else if (time == 1) {
            CHECK_INT(SF_OK, SF_Write((int)handle, BYTES * me(), 0, part, &request));
            CHECK_INT(SF_OK, sf_rwtor_(&handle));
            CHECK_INT(SF_OK, SF_Rwtor(second));
            CHECK_INT(SF_ERR_WRITE, SF_Write((int)handle, BYTES * me(), 1, part, &request));
        }
    }
    CHECK_INT(SF_ERR_EOF, SF_Read((int)handle, BYTES * ranks() - 1, 2, part, &request));
    GA_Sync();
    CHECK_INT(SF_OK, sf_destroy_(&handle));
    CHECK_INT(0, handle);
    CHECK_INT(SF_OK, SF_Destroy(second));
    CHECK(access(ours("shared.0"), F_OK) != 0 && access(ours("shared.1"), F_OK) != 0);
    GA_Terminate();
    free(part);
}

/* A file keeps its contents. */
PARIO_CASE(sf_suffixes)
{
    Integer handle;
    int number, request;
    char got[2] = "";
    GA_Initialize();
    if (me() == 0) {
        FILE *file = fopen(ours("old.17"), "wb");
        CHECK(file && fwrite("xy", 1, 2, file) == 2 && fclose(file) == 0);
    }
    char name[200];
    int n = snprintf(name, sizeof name, "%s", ours("old"));
    CHECK_INT(SF_OK, sf_create_suffix_(name, D(-1), D(-1), D(-1), &handle, I(17), (size_t)n));
    CHECK_INT(SF_OK, SF_Read((int)handle, 0, 2, got, &request));
    CHECK(memcmp(got, "xy", 2) == 0);
    CHECK_INT(SF_OK, SF_Create_suffix(ours("old"), -1, -1, -1, &number, 3));
    CHECK(access(ours("old.3"), F_OK) == 0);
    CHECK_INT(SF_OK, SF_Destroy(number));
    CHECK_INT(SF_OK, sf_destroy_(&handle));
    CHECK(access(ours("old.17"), F_OK) != 0);
    GA_Terminate();
}

PARIO_CASE(sf_errors)
{
    static char block[100000], wide[5000];
    char text[80];
    Integer handle;
    int number = 0, request = 0, handles[100];
    GA_Initialize();
    memset(wide, 'x', sizeof wide);
    CHECK_INT(SF_ERR_OPEN, sf_create_("/nowhere/at/all", D(-1), D(-1), D(-1), &handle, 15));
    SF_Errmsg(SF_ERR_OPEN, text);
    CHECK_CONTAINS(text, me() == 0 ? "cannot open the file: No such file or directory"
                                   : "cannot open the file");
    CHECK_INT(SF_ERR_LONG, sf_create_(wide, D(-1), D(-1), D(-1), &handle, sizeof wide));
    CHECK_INT(SF_ERR_LONG,
              sf_create_suffix_(wide, D(-1), D(-1), D(-1), &handle, I(1), sizeof wide));
    /* one rank cannot */
    CHECK_INT(SF_ERR_OPEN,
              SF_Create(me() == ranks() - 1 ? "/nowhere/at/all" : ours("f"), -1, -1, -1, &number));
    CHECK_INT(0, number);
    if (me() == 0)
        unlink(ours("f.0"));

    /* a disk without room, and one with room for a part */
    if (me() == 0)
        CHECK_INT(0, symlink("/dev/full", ours("full.0")));
    CHECK_INT(SF_OK, SF_Create(ours("full"), -1, -1, -1, &number));
    CHECK_INT(SF_ERR_WRITE, SF_Write(number, 8 * me(), 8, block, &request));
    SF_Errmsg(SF_ERR_WRITE, text);
    CHECK_TEXT("cannot write: No space left on device", text);
    CHECK_INT(SF_OK, SF_Wait(&request));
    CHECK_INT(SF_OK, SF_Destroy(number));
    CHECK_INT(SF_OK, SF_Create(ours("f"), -1, -1, -1, &number));
    limit_files(70000);
    CHECK_INT(SF_ERR_WRITE, SF_Write(number, 0, sizeof block, block, &request));
    limit_files(0);
    CHECK_INT(SF_ERR_EOF, SF_Read(number, 0, sizeof block, block, &request));
    CHECK_INT(SF_ERR_OFFSET, SF_Write(number, 0.5, 1, block, &request));
    CHECK_INT(SF_ERR_OFFSET, SF_Read(number, 0, 1.5, block, &request));
    CHECK_INT(SF_ERR_READ, SF_Read(number, -1, 1, block, &request));
    CHECK_INT(SF_ERR_WAIT, SF_Wait(&(int){7}));
    CHECK_INT(SF_ERR_WAIT, sf_wait_(I(7)));
    CHECK_INT(SF_FAIL, SF_Waitall((int[]){-1, 7, -1}, 3));
    CHECK_INT(SF_FAIL, sf_waitall_((Integer[]){7, -1}, I(2)));
    CHECK_INT(SF_OK, SF_Close(number));
    CHECK_INT(SF_ERR_FSYNC, SF_Fsync(number));
    CHECK_INT(SF_OK, SF_Destroy(number));

    /* a file that cannot be deleted: it has become a folder */
    CHECK_INT(SF_OK, SF_Create(ours("f"), -1, -1, -1, &number));
    if (me() == 0)
        CHECK(unlink(ours("f.0")) == 0 && mkdir(ours("f.0"), 0700) == 0);
    CHECK_INT(SF_ERR_DELETE, SF_Destroy(number));
    if (me() == 0)
        CHECK_INT(0, rmdir(ours("f.0")));

    int n;
    for (n = 0; n < 100; ++n)
        CHECK_INT(SF_OK, SF_Create(ours("many"), -1, -1, -1, &handles[n]));
    CHECK_INT(SF_ERR_MANY, SF_Create(ours("many"), -1, -1, -1, &number));
    while (n-- > 0)
        CHECK_INT(SF_OK, SF_Destroy(handles[n]));
    GA_Terminate();
}

PARIO_CASE(sf_words)
{
    static const int codes[] = {SF_OK,         SF_FAIL,      SF_ERR_OFFSET, SF_ERR_WRITE,
                                SF_ERR_READ,   SF_ERR_WAIT,  SF_ERR_OPEN,   SF_ERR_MANY,
                                SF_ERR_DELETE, SF_ERR_CLOSE, SF_ERR_LONG,   SF_ERR_EOF,
                                SF_ERR_FSYNC};
    enum { N = sizeof codes / sizeof codes[0] };
    char text[N][80], padded[70];
    for (int k = 0; k < N; ++k) {
        SF_Errmsg(codes[k], text[k]);
        CHECK(strlen(text[k]) > 1);
        for (int l = 0; l < k; ++l)
            CHECK(strcmp(text[k], text[l]) != 0);
        sf_errmsg_(I(codes[k]), padded, sizeof padded);
        CHECK(memcmp(padded, text[k], strlen(text[k])) == 0);
        CHECK_INT(' ', padded[sizeof padded - 1]);
    }
    SF_Errmsg(-5, text[0]);
    CHECK_TEXT("", text[0]);
}

/* ---- what ends the program ------------------------------------------------------------------- */

void wrong(const char *name)
{
    int handle = 0, request;
    if (strcmp(name, "suffix") == 0)
        SF_Create_suffix("/tmp/pario_wrong", -1, -1, -1, &handle, -1);
    SF_Create("/tmp/pario_wrong", -1, -1, -1, &handle);
    if (strcmp(name, "write") == 0) {
        unlink("/tmp/pario_wrong.0");
        GA_Sync();
        SF_Write(handle + 1, 0, 1, "a", &request);
    }
    SF_Destroy(handle);
    SF_Destroy(handle);
}
