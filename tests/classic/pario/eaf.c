/* EAF reads and writes files of one process, at any offset, and one in the heap of MA. */
#include <sys/statvfs.h>
#include <unistd.h>

#include "classic/pario/cases.h"
#include "classic/pario/eaf_names.h"
#include "eaf.h"
#include "macdecls.h"

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
