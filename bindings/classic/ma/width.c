/* How wide the program's INTEGER is. */
#define _GNU_SOURCE
#include "width.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

#include "fortran/names.h"
#include "macdecls.h"

#define NAME_OF(width) ga_classic_integer_of_##width
#define NAME(width)    NAME_OF(width)
extern char NAME(CLASSIC_OTHER_INTEGER) __attribute__((weak));

/* Two INTEGER in the program, and shorter here: linkers may take the longer one. */
extern char FORTRAN(mbc_int, MBC_INT)[];

bool classic_has_other_width(void)
{
    static const char here;
    Dl_info program, library;
    const ElfW(Sym) *block = NULL;
    if (&NAME(CLASSIC_OTHER_INTEGER) != NULL)
        return true;
    return dladdr1(FORTRAN(mbc_int, MBC_INT), &program, (void **)&block, RTLD_DL_SYMENT) != 0 &&
           dladdr(&here, &library) != 0 && program.dli_fbase != library.dli_fbase && block &&
           block->st_size == 2 * CLASSIC_OTHER_INTEGER;
}
