/* Which build of the library this is. */
#ifndef AL_BUILD_H
#define AL_BUILD_H

extern const char ali_build[];

#endif
