/* mutate SEED COUNT FOLDER [BYTES]: damages the files of a trace COUNT times, a little each time,
 * and has every subcommand read them in a process of its own: each says in a line what is wrong and
 * exits with 1, or what it says is the same as before, because what was changed means nothing.
 * Built with sanitizers where the compiler has them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/rng.h"
#include "armci-lite/src/trace/al_trace_format.h"
#include "tools/trace/main.h"

enum { FILES = 8, ROOM = 1 << 22 };
static struct {
    char path[512];
    char *data;
    size_t bytes;
} file[FILES];
static int files;

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void read_file(const char *folder, const char *name)
{
    struct stat status;
    snprintf(file[files].path, sizeof file[files].path, "%s/%s", folder, name);
    FILE *in = fopen(file[files].path, "rb");
    if (!in || fstat(fileno(in), &status) != 0)
        die(name);
    file[files].bytes = (size_t)status.st_size;
    file[files].data = malloc(file[files].bytes + 1);
    if (!file[files].data || fread(file[files].data, 1, file[files].bytes, in) != file[files].bytes)
        die(name);
    fclose(in);
    ++files;
}

static void write_file(int k, const char *data, size_t bytes)
{
    FILE *out = fopen(file[k].path, "wb");
    if (!out || fwrite(data, 1, bytes, out) != bytes || fclose(out) != 0)
        die(file[k].path);
}

/* A subcommand in a process: what it prints goes to out and err; its exit code, or 128 and a
 * signal. */
static int run(const char *subcommand, const char *folder, int out, int err)
{
    if (ftruncate(out, 0) != 0 || ftruncate(err, 0) != 0)
        die("ftruncate");
    const pid_t child = fork();
    if (child == 0) {
        char *arguments[] = {"ashlar-trace", (char *)subcommand, (char *)folder,
                             "-o",           "/dev/stdout",      NULL};
        lseek(out, 0, SEEK_SET);
        lseek(err, 0, SEEK_SET);
        dup2(out, 1);
        dup2(err, 2);
        exit(trace_main(5, arguments));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
        die("fork");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static char *content(int from, size_t *bytes)
{
    struct stat status;
    if (fstat(from, &status) != 0)
        die("fstat");
    *bytes = (size_t)status.st_size;
    char *text = malloc(*bytes + 1);
    if (!text || pread(from, text, *bytes, 0) != (ssize_t)*bytes)
        die("read");
    text[*bytes] = '\0';
    return text;
}

static const char *const subcommands[] = {"summary", "map", "csv", "perfetto", "html"};
enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

/* Change some bytes, cut the file, or put a part of it elsewhere. */
static size_t damage(rng_t *rng, char *data, size_t bytes)
{
    static const char values[] = {0, 1, -1, 127, -128};
    const int what = (int)rng_range(rng, 0, 8 - 1);
    if (what == 0)
        return (size_t)rng_range(rng, 0, (int64_t)bytes - 1);
    if (what == 1) {
        const size_t length = 1 + (size_t)rng_range(rng, 0, 64 - 1);
        const size_t from = (size_t)rng_range(rng, 0, (int64_t)(bytes - length) - 1);
        memmove(data + rng_range(rng, 0, (int64_t)(bytes - length) - 1), data + from, length);
        return bytes;
    }
    for (int64_t k = rng_range(rng, 0, 3 - 1); k >= 0; --k) {
        size_t at = (size_t)rng_range(rng, 0, (int64_t)bytes - 1);
        if (what < 4) /* the header and the state */
            at %= 256;
        else if (what < 5)
            at = 32768 + at % 160;
        data[at < bytes ? at : 0] = rng_range(rng, 0, 2 - 1) ? values[rng_range(rng, 0, 5 - 1)]
                                                             : (char)rng_range(rng, 0, 256 - 1);
    }
    return bytes;
}

/* Give all that is there the checksums that belong to it. */
static void repair(char *data, size_t bytes)
{
    al_trace_header_t header;
    al_trace_state_t state;
    if (bytes < AL_TRACE_HEADER + AL_TRACE_STATE)
        return;
    memcpy(&header, data, sizeof header);
    header.checksum = 0;
    header.checksum = ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &header, sizeof header),
                                         data + sizeof header, AL_TRACE_HEADER - sizeof header);
    memcpy(data, &header, sizeof header);
    memcpy(&state, data + AL_TRACE_HEADER, sizeof state);
    state.checksum = ali_trace_checksum(AL_TRACE_SUM, &state, offsetof(al_trace_state_t, checksum));
    memcpy(data + AL_TRACE_HEADER, &state, sizeof state);
    for (size_t at = AL_TRACE_HEADER + AL_TRACE_STATE; at + AL_TRACE_CHUNK_HEADER <= bytes;
         at += AL_TRACE_CHUNK) {
        al_trace_chunk_t chunk;
        memcpy(&chunk, data + at, sizeof chunk);
        if (chunk.used > bytes - at - sizeof chunk)
            continue;
        chunk.checksum = 0;
        chunk.checksum = ali_trace_checksum(ali_trace_checksum(AL_TRACE_SUM, &chunk, sizeof chunk),
                                            data + at + sizeof chunk, chunk.used);
        memcpy(data + at, &chunk, sizeof chunk);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    rng_t rng = rng_seed((uint64_t)atoll(argv[1]));
    const long count = atol(argv[2]);
    const char *folder = argv[3];
    DIR *names = opendir(folder);
    for (const struct dirent *entry; names && files < FILES && (entry = readdir(names));)
        if (strstr(entry->d_name, ".trace"))
            read_file(folder, entry->d_name);
    if (!names || files == 0)
        die(folder);
    closedir(names);
    const int out = memfd_create("out", 0), err = memfd_create("err", 0);
    char *expected[SUBCOMMANDS], *work = malloc(ROOM);
    size_t lengths[SUBCOMMANDS];
    for (int k = 0; k < SUBCOMMANDS; ++k) {
        if (run(subcommands[k], folder, out, err) != 0)
            die("the trace itself");
        expected[k] = content(out, &lengths[k]);
    }
    long refused = 0, same = 0, wrong = 0;
    for (long turn = 0; turn < count && wrong < 10; ++turn) {
        const int f = (int)rng_range(&rng, 0, files - 1),
                  k = (int)rng_range(&rng, 0, SUBCOMMANDS - 1);
        memcpy(work, file[f].data, file[f].bytes);
        const size_t bytes = damage(&rng, work, file[f].bytes);
        const int is_repaired = (int)(turn % 2); /* then it may make sense, but other sense */
        if (is_repaired)
            repair(work, bytes);
        write_file(f, work, bytes);
        const int code = run(subcommands[k], folder, out, err);
        size_t printed, length;
        char *text = content(err, &length), *result = content(out, &printed);
        const char *line = strchr(text, '\n');
        if (code == 1 && line && !line[1] && strncmp(text, "ashlar-trace: ", 14) == 0)
            ++refused;
        else if (code == 0 && (is_repaired || (printed == lengths[k] &&
                                               memcmp(result, expected[k], printed) == 0)))
            ++same;
        else {
            ++wrong;
            printf("turn %ld: %s of a damaged %s: exit code %d: %.600s, %zu bytes, not %zu\n", turn,
                   subcommands[k], file[f].path, code, text, printed, lengths[k]);
        }
        free(text);
        free(result);
        write_file(f, file[f].data, file[f].bytes);
    }
    printf("%ld refused, %ld unchanged, %ld wrong\n", refused, same, wrong);
    return wrong > 0 || refused == 0;
}
