/* ELIO reads and writes files of one process, and says what goes wrong. */
#include "elio.h"

#include <sys/stat.h>
#include <unistd.h>

#include "classic/pario/cases.h"

static void check_words(int code)
{
    char words[80] = "";
    CHECK(code < 0);
    elio_errmsg(code, words);
    CHECK(strlen(words) > 5);
}

PARIO_CASE(elio_transfers)
{
    char read[8] = "";
    Off_t length = -1;
    io_request_t request = 5;
    int status = 5;
    Fd_t fd = elio_open(own("file"), ELIO_RW, ELIO_PRIVATE);
    if (!CHECK(fd != NULL))
        return;
    CHECK(strcmp(fd->name, own("file")) == 0 && fd->fs == ELIO_UFS && fd->type == ELIO_RW);
    CHECK_INT(6, elio_write(fd, 0, "abcdef", 6));
    CHECK_INT(ELIO_OK, elio_awrite(fd, 1000, "xyz", 3, &request));
    CHECK_INT(ELIO_DONE, request);
    request = 5;
    CHECK_INT(ELIO_OK, elio_aread(fd, 999, read, 4, &request));
    CHECK_INT(ELIO_OK, elio_probe(&request, &status));
    CHECK_INT(ELIO_DONE, status);
    CHECK_INT(ELIO_OK, elio_wait(&request));
    CHECK(memcmp(read, "\0xyz", 4) == 0);
    CHECK_INT(3, elio_read(fd, 2, read, 3));
    CHECK(memcmp(read, "cde", 3) == 0);
    CHECK_INT(ELIO_OK, elio_length(fd, &length));
    CHECK_INT(1003, (int)length);
    CHECK_INT(ELIO_OK, elio_truncate(fd, 4));
    CHECK_INT(ELIO_OK, elio_length(fd, &length));
    CHECK_INT(4, (int)length);
    CHECK_INT(ELIO_OK, elio_fsync(fd));
    CHECK_INT(ELIO_OK, elio_close(fd));
    CHECK((fd = elio_open(own("file"), ELIO_R, ELIO_SHARED)) != NULL);
    CHECK_INT(4, elio_read(fd, 0, read, 4));
    CHECK(memcmp(read, "abcd", 4) == 0);
    CHECK_INT(ELIO_OK, elio_close(fd));
    CHECK((fd = elio_open(own("file"), ELIO_W, ELIO_SHARED)) != NULL); /* emptied */
    CHECK_INT(ELIO_OK, elio_length(fd, &length));
    CHECK_INT(0, (int)length);
    CHECK_INT(ELIO_OK, elio_close(fd));
    CHECK_INT(ELIO_OK, elio_delete(own("file")));
    CHECK(access(own("file"), F_OK) != 0);
    CHECK_INT(ELIO_OK, elio_delete(own("file"))); /* there is none */
}

PARIO_CASE(elio_errors)
{
    char buffer[8] = "", words[80] = "x";
    io_request_t request;
    CHECK(elio_open("/nowhere/at/all", ELIO_RW, ELIO_PRIVATE) == NULL);
    check_words(ELIO_PENDING_ERR);
    CHECK(elio_open(own("file"), 3, ELIO_PRIVATE) == NULL);
    check_words(ELIO_PENDING_ERR);
    Fd_t fd = elio_open(own("file"), ELIO_W, ELIO_PRIVATE);
    if (!CHECK(fd != NULL))
        return;
    check_words((int)elio_read(fd, 0, buffer, 1)); /* it is open for writing */
    check_words(elio_aread(fd, 0, buffer, 1, &request));
    check_words((int)elio_write(fd, 0.5, buffer, 1));
    check_words((int)elio_write(fd, -1, buffer, 1));
    check_words((int)elio_write(fd, 0, buffer, -1));
    check_words(elio_truncate(fd, -1));
    CHECK_INT(4, elio_write(fd, 0, "abcd", 4));
    limit_files(8);
    check_words((int)elio_write(fd, 6, "abcd", 4));
    check_words(elio_awrite(fd, 6, "abcd", 4, &request));
    limit_files(0);
    CHECK_INT(ELIO_OK, elio_close(fd));
    fd = elio_open(own("file"), ELIO_R, ELIO_PRIVATE);
    Size_t end = elio_read(fd, 4, buffer, 8), wrong = elio_write(fd, 0, buffer, 1);
    check_words((int)end);
    check_words((int)wrong);
    CHECK(end != wrong);
    CHECK_INT(ELIO_OK, elio_close(fd));
    CHECK_INT(ELIO_OK, elio_delete(own("file")));
    elio_errmsg(ELIO_OK, words);
    CHECK(strlen(words) > 1);
    elio_errmsg(-1, words);
    CHECK_INT(0, (int)strlen(words));
}

PARIO_CASE(elio_places)
{
    char folder[64] = "", file[] = "/dev/null", missing[] = "/nowhere/at/all";
    stat_t is = {-1, 0};
    CHECK_INT(ELIO_OK, elio_dirname("a/bc/d", folder, sizeof folder));
    CHECK(strcmp(folder, "a/bc") == 0);
    CHECK_INT(ELIO_OK, elio_dirname("d", folder, sizeof folder));
    CHECK(strcmp(folder, ".") == 0);
    CHECK_INT(ELIO_OK, elio_dirname("/d", folder, sizeof folder));
    CHECK(strcmp(folder, "/") == 0);
    check_words(elio_dirname("a/bc/d", folder, 6));
    strcpy(folder, "/tmp");
    CHECK_INT(ELIO_OK, elio_stat(folder, &is));
    CHECK(is.fs == ELIO_UFS && is.avail > 0);
    check_words(elio_stat(file, &is)); /* neither a file nor a folder */
    check_words(elio_stat(missing, &is));
}
