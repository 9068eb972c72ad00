/* The ranks of a node attach to its arena, by one of several ways. */
#define _GNU_SOURCE
#include "armci-lite/src/node/al_attach.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "armci-lite/src/base/al_clock.h"
#include "armci-lite/src/base/al_env.h"
#include "armci-lite/src/base/al_status.h"
#include "armci-lite/src/node/al_large_pages.h"

/* Longest wait for all peers on the UNIX socket. A missing peer fails this way, not the job. */
enum { SOCKET_WAIT_MS = 10000 };

/* The message of the first rank to the others: how to find the file and verify that it is the right
 * one. */
typedef struct invitation {
    int64_t made; /* 1: the file exists */
    int64_t pid, fd;
    uint64_t device, inode, nonce; /* the nonce is part of a name */
} invitation_t;

static uint64_t make_nonce(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)getpid() << 40) ^ ((uint64_t)now.tv_sec << 30) ^ (uint64_t)now.tv_nsec;
}

/* Set the size of the file. Exceeding the limit on file sizes would raise a signal: check it. */
static int set_size(int fd, uint64_t bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && bytes > limit.rlim_cur) {
        errno = EFBIG;
        return 0;
    }
    return fd >= 0 && ftruncate(fd, (off_t)bytes) == 0;
}

static void close_if_open(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Is fd the file of the invitation? Guards against other PID namespaces and reused pids. */
static bool is_invited(int fd, const invitation_t *invitation)
{
    struct stat status;
    return fd >= 0 && fstat(fd, &status) == 0 && (uint64_t)status.st_dev == invitation->device &&
           (uint64_t)status.st_ino == invitation->inode;
}

/* Fill in what identifies the file of the first rank. */
static void invite(invitation_t *invitation, int fd)
{
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return;
    invitation->made = 1;
    invitation->pid = getpid();
    invitation->fd = fd;
    invitation->device = (uint64_t)status.st_dev;
    invitation->inode = (uint64_t)status.st_ino;
}

static int share_invitation(const al_tree_t *node, invitation_t *invitation)
{
    return ali_tree_broadcast(node, 0, invitation, sizeof *invitation);
}

enum { NAME = 32 };

/* Write the name that goes with a nonce; returns its length. */
static int write_name(char name[NAME], const char *prefix, uint64_t nonce)
{
    return snprintf(name, NAME, "%sashlar-%016llx", prefix, (unsigned long long)nonce);
}

/* Look at what the path names before it is opened, for opening alone can do things: it may be a
 * device or a pipe of another process. */
static int open_invited(const char *path, const invitation_t *invitation)
{
    int fd = -1, named = open(path, O_PATH | O_CLOEXEC);
    if (is_invited(named, invitation))
        fd = open(path, O_RDWR | O_CLOEXEC);
    close_if_open(&named);
    if (!is_invited(fd, invitation))
        close_if_open(&fd);
    return fd;
}

/* On the copy of a virtual machine a like process may have a like file under the same numbers: only
 * the name tells it from the one that is meant. */
static bool is_named(const char *path, uint64_t nonce)
{
    char name[NAME], target[128];
    ssize_t length = readlink(path, target, sizeof target - 1);
    target[length > 0 ? length : 0] = '\0';
    write_name(name, ":", nonce);
    return strstr(target, name) != NULL;
}

/* proc: open the creator's descriptor through /proc. Needs the same user and PID namespace. */
static int attach_proc(const al_tree_t *node, uint64_t bytes, int *fd)
{
    invitation_t invitation = {.nonce = make_nonce()};
    if (node->me == 0) {
        char name[NAME];
        write_name(name, "", invitation.nonce);
        *fd = memfd_create(name, MFD_CLOEXEC | ali_large_pages_kind());
        if (set_size(*fd, bytes))
            invite(&invitation, *fd);
    }
    AL_TRY(share_invitation(node, &invitation));
    if (node->me != 0 && invitation.made) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%lld/fd/%lld", (long long)invitation.pid,
                 (long long)invitation.fd);
        if (is_named(path, invitation.nonce))
            *fd = open_invited(path, &invitation);
    }
    return ASHLAR_OK;
}

/* An abstract UNIX socket address: no file, gone with its owner. */
static socklen_t socket_name(struct sockaddr_un *name, uint64_t nonce)
{
    memset(name, 0, sizeof *name);
    name->sun_family = AF_UNIX;
    int length = write_name(name->sun_path + 1, "", nonce);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static int64_t milliseconds(void)
{
    return ali_nanoseconds() / 1000000;
}

/* Wait until there is something to read or accept: a signal neither ends nor prolongs the wait. The
 * calls that take it do not wait, and need no such care. */
static bool can_read(int fd, int64_t deadline)
{
    for (;;) {
        int64_t left = deadline - milliseconds();
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int found = poll(&ready, 1, left > 0 ? (int)left : 0);
        if (found >= 0 || errno != EINTR)
            return found == 1;
    }
}

static int send_descriptor(int to, int fd)
{
    char byte = 0, control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &fd, sizeof fd);
    return sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}

static int receive_descriptor(int from, int64_t deadline)
{
    char byte, control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    int fd = -1;
    if (can_read(from, deadline) && recvmsg(from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) == 1) {
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
            memcpy(&fd, CMSG_DATA(header), sizeof fd);
    }
    return fd;
}

static int same_user(int peer)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    return getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 &&
           credentials.uid == geteuid();
}

/* Hand the descriptor to `peers` processes of my own user. */
static int serve_descriptor(int listener, int fd, int peers)
{
    int64_t deadline = milliseconds() + SOCKET_WAIT_MS;
    while (peers > 0) {
        if (!can_read(listener, deadline))
            return 0;
        int peer = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (peer >= 0 && same_user(peer) && send_descriptor(peer, fd))
            --peers;
        close_if_open(&peer);
    }
    return 1;
}

static int fetch_descriptor(const struct sockaddr_un *name, socklen_t length)
{
    int fd = -1, server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server >= 0 && connect(server, (const struct sockaddr *)name, length) == 0 &&
        same_user(server))
        fd = receive_descriptor(server, milliseconds() + SOCKET_WAIT_MS);
    close_if_open(&server);
    return fd;
}

/* socket: pass the descriptor over a UNIX socket. Works where /proc/<pid>/fd is closed. */
static int attach_socket(const al_tree_t *node, uint64_t bytes, int *fd)
{
    invitation_t invitation = {.nonce = make_nonce()};
    struct sockaddr_un name;
    int listener = -1;
    if (node->me == 0) {
        *fd = memfd_create("ashlar", MFD_CLOEXEC | ali_large_pages_kind());
        listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        socklen_t length = socket_name(&name, invitation.nonce);
        if (listener >= 0 && bind(listener, (struct sockaddr *)&name, length) == 0 &&
            listen(listener, node->count) == 0 && set_size(*fd, bytes))
            invite(&invitation, *fd);
    }
    int status = share_invitation(node, &invitation);
    if (status == ASHLAR_OK && invitation.made) {
        if (node->me == 0) {
            if (!serve_descriptor(listener, *fd, node->count - 1))
                close_if_open(fd);
        } else {
            socklen_t length = socket_name(&name, invitation.nonce);
            *fd = fetch_descriptor(&name, length);
            if (!is_invited(*fd, &invitation))
                close_if_open(fd);
        }
    }
    close_if_open(&listener);
    return status;
}

/* shm: a POSIX shared memory object, unlinked as soon as all have opened it. Bounded by /dev/shm.
 */
static int attach_shm(const al_tree_t *node, uint64_t bytes, int *fd)
{
    invitation_t invitation = {.nonce = make_nonce()};
    char name[NAME];
    write_name(name, "/", invitation.nonce);
    if (node->me == 0) {
        *fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (set_size(*fd, bytes))
            invite(&invitation, *fd);
    }
    int status = share_invitation(node, &invitation);
    if (node->me != 0 && status == ASHLAR_OK && invitation.made) {
        write_name(name, "/", invitation.nonce);
        *fd = shm_open(name, O_RDWR, 0);
        if (!is_invited(*fd, &invitation))
            close_if_open(fd);
    }
    if (status == ASHLAR_OK) /* all must have opened it before it is unlinked */
        status = ali_tree_barrier(node);
    if (node->me == 0 && *fd >= 0)
        shm_unlink(name);
    return status;
}

static const char *const way_names[] = {"auto", "proc", "socket", "shm", "none"};

static int attach_one_way(const al_tree_t *node, int64_t way, uint64_t bytes, int *fd)
{
    switch (way) {
    case AL_ATTACH_PROC:
        return attach_proc(node, bytes, fd);
    case AL_ATTACH_SOCKET:
        return attach_socket(node, bytes, fd);
    case AL_ATTACH_SHM:
        return attach_shm(node, bytes, fd);
    default:
        return ASHLAR_OK;
    }
}

int ali_attach(const al_tree_t *node, int64_t way, uint64_t bytes, int *fd, const char **way_used)
{
    int64_t first = way == AL_ATTACH_AUTO ? AL_ATTACH_PROC : way;
    int64_t last = way == AL_ATTACH_AUTO ? AL_ATTACH_SHM : way;
    for (int64_t each = first; each <= last; ++each) {
        *fd = -1;
        int status = attach_one_way(node, each, bytes, fd);
        int all = *fd >= 0; /* so far: I */
        if (status == ASHLAR_OK)
            status = ali_tree_minimum(node, &all);
        if (status == ASHLAR_OK && all) {
            *way_used = way_names[each];
            return ASHLAR_OK;
        }
        close_if_open(fd);
        AL_TRY(status);
    }
    return AL_FAIL(ASHLAR_ETRANSPORT, "the %d ranks of a node cannot share memory (way tried: %s)",
                   node->count, way_names[way]);
}

int ali_attach_private(uint64_t bytes, int *fd)
{
    *fd = memfd_create("ashlar", MFD_CLOEXEC | ali_large_pages_kind());
    if (set_size(*fd, bytes))
        return ASHLAR_OK;
    int cause = errno;
    close_if_open(fd);
    return AL_FAIL(ASHLAR_ESYS, "cannot make a memory file of %llu bytes: %s",
                   (unsigned long long)bytes, strerror(cause));
}
