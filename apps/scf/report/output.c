/* Writing the file of results. */
#include "report/output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/report.h"

/* Where the results go first, and then. */
typedef struct target {
    char name[PATH_MAX];       /**< what symbolic links lead to */
    char beside[PATH_MAX + 8]; /**< the new file; "": `name` is not regular and is written itself */
    mode_t mode;
} target_t;

static int fail_with_error(failure_t *failure, const char *path, int error)
{
    return failure_set(failure, "--json %.300s: %s", path, strerror(error));
}

static int find_target(const char *path, target_t *target, failure_t *failure)
{
    struct stat file;
    mode_t mask = umask(0);
    umask(mask);
    *target = (target_t){.mode = 0666 & ~mask};
    if (strlen(path) >= sizeof target->name)
        return fail_with_error(failure, path, ENAMETOOLONG);
    strcpy(target->name, path);
    if (stat(path, &file) != 0) {
        if (errno != ENOENT)
            return fail_with_error(failure, path, errno);
    } else if (access(path, W_OK) != 0 ||
               (S_ISREG(file.st_mode) && !realpath(path, target->name))) {
        return fail_with_error(failure, path, errno);
    } else if (S_ISDIR(file.st_mode)) {
        return fail_with_error(failure, path, EISDIR);
    } else if (!S_ISREG(file.st_mode)) {
        return 0;
    } else {
        target->mode = file.st_mode & 07777;
    }
    snprintf(target->beside, sizeof target->beside, "%s.XXXXXX", target->name);
    return 0;
}

static FILE *open_target(target_t *target)
{
    if (!target->beside[0])
        return fopen(target->name, "w");
    int descriptor = mkstemp(target->beside);
    if (descriptor < 0)
        return NULL;
    FILE *stream = fchmod(descriptor, target->mode) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!stream) {
        int error = errno;
        close(descriptor);
        unlink(target->beside);
        errno = error;
    }
    return stream;
}

static int same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

int output_check(const options_t *options, failure_t *failure)
{
    char molecule[PATH_MAX] = "", basis[PATH_MAX] = "";
    target_t target;
    if (options->molecule)
        snprintf(molecule, sizeof molecule, "%s", options->molecule);
    else
        data_find("molecules/benzene.xyz", molecule, sizeof molecule);
    library_find(options->basis, basis, sizeof basis);
    if (same_file(options->json, molecule))
        return failure_set(failure, "--json %.300s: this is the molecule; name another file",
                           options->json);
    if (same_file(options->json, basis))
        return failure_set(failure, "--json %.300s: this is the basis set; name another file",
                           options->json);
    if (find_target(options->json, &target, failure) != 0)
        return -1;
    if (!target.beside[0])
        return 0;
    FILE *stream = open_target(&target);
    if (!stream)
        return fail_with_error(failure, options->json, errno);
    fclose(stream);
    unlink(target.beside);
    return 0;
}

int output_write(const options_t *options, const input_t *input, const result_t *result,
                 const char *reason, failure_t *failure)
{
    target_t target;
    if (find_target(options->json, &target, failure) != 0)
        return -1;
    FILE *stream = open_target(&target);
    if (!stream)
        return fail_with_error(failure, options->json, errno);
    int status = report_json(stream, options, input, result, reason);
    if (fclose(stream) != 0)
        status = -1;
    if (status == 0 && target.beside[0])
        status = rename(target.beside, target.name);
    if (status == 0)
        return 0;
    int error = errno;
    if (target.beside[0])
        unlink(target.beside);
    return failure_set(failure, "--json %.300s: cannot be written: %s", options->json,
                       strerror(error));
}
