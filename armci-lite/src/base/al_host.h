/* The name of the host this rank runs on. */
#ifndef AL_HOST_H
#define AL_HOST_H

#include <string.h>
#include <unistd.h>

enum { AL_HOST_NAME = 64 };

/* Cuts a longer name. */
static inline void ali_host_name(char name[AL_HOST_NAME])
{
    memset(name, 0, AL_HOST_NAME);
    gethostname(name, AL_HOST_NAME - 1);
}

#endif
