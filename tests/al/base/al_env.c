/* The meaning of the environment variables. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "armci-lite/src/base/al_env.h"
#include "al/parts.h"

/* Read the environment with one variable set, then restore it. */
static int read_with(const char *name, const char *value, al_env_t *env)
{
    const char *was = getenv(name);
    char kept[256] = "";

    if (was)
        snprintf(kept, sizeof kept, "%s", was);
    setenv(name, value, 1);
    int status = ali_env_read(env);
    if (was)
        setenv(name, kept, 1);
    else
        unsetenv(name);
    return status;
}

#define EXPECT(expected, name, field, value)                                                       \
    do {                                                                                           \
        al_env_t env = {0};                                                                        \
        CHECK_OK(read_with(name, value, &env));                                                    \
        CHECK_INT(expected, env.field);                                                            \
    } while (0)

TEST_CASE(env_values, TEST_BARE)
{
    EXPECT(AL_TRANSPORT_AUTO, "ASHLAR_TRANSPORT", transport, "auto");
    EXPECT(AL_TRANSPORT_RMA, "ASHLAR_TRANSPORT", transport, "rma");
    EXPECT(AL_TRANSPORT_AM, "ASHLAR_TRANSPORT", transport, "am");
    EXPECT(AL_TRANSPORT_HYBRID, "ASHLAR_TRANSPORT", transport, "am+rma");
    EXPECT(AL_TRANSPORT_PROBE, "ASHLAR_TRANSPORT", transport, "probe");
    EXPECT(AL_TRANSPORT_AUTO, "ASHLAR_TRANSPORT", transport, "");
    EXPECT(AL_PROGRESS_AUTO, "ASHLAR_PROGRESS", progress, "");
    EXPECT(AL_PROGRESS_POLL, "ASHLAR_PROGRESS", progress, "poll");
    EXPECT(AL_PROGRESS_THREAD, "ASHLAR_PROGRESS", progress, "thread");
    EXPECT(1, "ASHLAR_FAKE_NODES", fake_nodes, "");
    EXPECT(17, "ASHLAR_FAKE_NODES", fake_nodes, "17");
    EXPECT(AL_ATTACH_AUTO, "ASHLAR_ATTACH", attach, "");
    EXPECT(AL_ATTACH_PROC, "ASHLAR_ATTACH", attach, "proc");
    EXPECT(AL_ATTACH_SOCKET, "ASHLAR_ATTACH", attach, "socket");
    EXPECT(AL_ATTACH_SHM, "ASHLAR_ATTACH", attach, "shm");
    EXPECT(AL_ATTACH_NONE, "ASHLAR_ATTACH", attach, "none");
    EXPECT(AL_COPY_AUTO, "ASHLAR_COPY", copy, "");
    EXPECT(AL_COPY_MEMCPY, "ASHLAR_COPY", copy, "memcpy");
    EXPECT(AL_COPY_VECTORS, "ASHLAR_COPY", copy, "vectors");
    EXPECT(AL_COPY_STREAMS, "ASHLAR_COPY", copy, "streams");
    EXPECT(0, "ASHLAR_CHECK", check, "");
    EXPECT(1, "ASHLAR_CHECK", check, "1");
    EXPECT(0, "ASHLAR_GUARD", guard, "");
    EXPECT(1, "ASHLAR_GUARD", guard, "1");
    EXPECT(0, "ASHLAR_REPRODUCIBLE", reproducible, "");
    EXPECT(1, "ASHLAR_REPRODUCIBLE", reproducible, "1");
    EXPECT(AL_INFO_NONE, "ASHLAR_INFO", info, "");
    EXPECT(AL_INFO_START, "ASHLAR_INFO", info, "1");
    EXPECT(AL_INFO_STATS, "ASHLAR_INFO", info, "stats");
    EXPECT(0, "ASHLAR_WATCHDOG", watchdog, "");
    EXPECT(0, "ASHLAR_WATCHDOG", watchdog, "0");
    EXPECT(3600, "ASHLAR_WATCHDOG", watchdog, "3600");
    EXPECT(0, "ASHLAR_LOG", log, "");
    EXPECT(1, "ASHLAR_LOG", log, "1");
    EXPECT(0, "ASHLAR_ARENA", arena, "");
    EXPECT(1, "ASHLAR_ARENA", arena, "1");
    EXPECT(12345, "ASHLAR_ARENA", arena, "12345");
    EXPECT(3 << 10, "ASHLAR_ARENA", arena, "3K");
    EXPECT(512 << 20, "ASHLAR_ARENA", arena, "512m");
    EXPECT(INT64_C(5) << 30, "ASHLAR_ARENA", arena, "5G");
    EXPECT(INT64_C(7) << 40, "ASHLAR_ARENA", arena, "7t");
    EXPECT(INT64_C(8388607) << 40, "ASHLAR_ARENA", arena, "8388607T");
}

/* The message names the variable, its value, and what it accepts. */
TEST_CASE(env_malformed, TEST_BARE)
{
    static const char *const rows[][3] = {
        {"ASHLAR_TRANSPORT", "pigeon", "auto|rma|am|am+rma|probe"},
        {"ASHLAR_TRANSPORT", "am+", "auto|rma|am|am+rma|probe"},
        {"ASHLAR_TRANSPORT", "prob", "auto|rma|am|am+rma|probe"},
        {"ASHLAR_TRANSPORT", "auto|rma", "auto|rma|am|am+rma|probe"},
        {"ASHLAR_PROGRESS", "threads", "auto|poll|thread"},
        {"ASHLAR_FAKE_NODES", "0", "a number from 1"},
        {"ASHLAR_FAKE_NODES", "2x", "a number from 1"},
        {"ASHLAR_FAKE_NODES", "99999999999999999999", "a number from 1"},
        {"ASHLAR_ARENA", "0", "a size in bytes"},
        {"ASHLAR_ARENA", "-5", "a size in bytes"},
        {"ASHLAR_ARENA", "M", "a size in bytes"},
        {"ASHLAR_ARENA", "5MB", "a size in bytes"},
        {"ASHLAR_ARENA", "5P", "a size in bytes"},
        {"ASHLAR_ARENA", "8388608T", "a size in bytes"},
        {"ASHLAR_ATTACH", "non", "auto|proc|socket|shm|none"},
        {"ASHLAR_COPY", "fast", "auto|memcpy|vectors|streams"},
        {"ASHLAR_CHECK", "2", "0 or 1"},
        {"ASHLAR_CHECK", "-1", "0 or 1"},
        {"ASHLAR_INFO", "2", "0|1|stats"},
        {"ASHLAR_WATCHDOG", "-1", "a number of seconds from 0"},
        {"ASHLAR_WATCHDOG", "1.5", "a number of seconds from 0"},
        {"ASHLAR_LOG", "yes", "0 or 1"}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        char wanted[128];
        al_env_t env;
        CHECK_STATUS(ASHLAR_EARG, read_with(rows[k][0], rows[k][1], &env));
        snprintf(wanted, sizeof wanted, "%s=%s: expected %s", rows[k][0], rows[k][1], rows[k][2]);
        CHECK_CONTAINS(ashlar_error_message(), wanted);
    }
}

/* The words with one more variable set; *said: to be freed. */
static void say_strangers(const char *name, char **said)
{
    size_t length = 0;
    *said = NULL;
    FILE *out = open_memstream(said, &length);
    setenv(name, "rma", 1);
    ali_env_print_unknown(out);
    unsetenv(name);
    fclose(out);
}

/* A name that is nobody's is named, with the nearest one, or with all where none is near. */
TEST_CASE(env_strangers, TEST_BARE)
{
    static const struct {
        const char *name, *words;
    } rows[] = {
        {"ASHLAR_TRANPORT", "the nearest is ASHLAR_TRANSPORT\n"},
        {"ASHLAR_FAKENODES", "the nearest is ASHLAR_FAKE_NODES\n"},
        {"ASHLAR_CHEK", "the nearest is ASHLAR_CHECK\n"},
        {"ASHLAR_CHECKS", "the nearest is ASHLAR_CHECK\n"},
        {"ASHLAR_transport", "the nearest is ASHLAR_TRANSPORT\n"},
        {"ASHLAR_OVERSUBSCRIB", "the nearest is ASHLAR_OVERSUBSCRIBE\n"},
        {"ASHLAR_ENGINE", "the library reads ASHLAR_TRANSPORT, ASHLAR_PROGRESS, "},
        {"ASHLAR_", "the library reads ASHLAR_TRANSPORT, ASHLAR_PROGRESS, "},
        {"ASHLAR_A_NAME_THAT_IS_MUCH_LONGER_THAN_ALL_OF_THOSE_THAT_THE_LIBRARY_KNOWS",
         "the library reads "},
    };
    char *said;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        char wanted[128];
        say_strangers(rows[k].name, &said);
        snprintf(wanted, sizeof wanted, "ashlar: %.63s is set, but no variable has this name; %s",
                 rows[k].name, rows[k].words);
        CHECK_CONTAINS(said, wanted);
        CHECK(strchr(said, '\n') == said + strlen(said) - 1);
        free(said);
    }
    static const char *const silent[] = {"ASHLAR_NO_INSTALL", "ASHLAR_ROOT", "OTHER_ENGINE",
                                         "MY_ASHLAR_X"};
    for (size_t k = 0; k < sizeof silent / sizeof *silent; ++k) {
        say_strangers(silent[k], &said);
        CHECK_TEXT("", said);
        free(said);
    }
}
