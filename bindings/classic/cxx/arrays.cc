// Arrays as objects: what their calls of C do not do.
#include <cstdio>
#include <cstring>

#include "gaxx.h"

namespace GA
{

int created(int handle, const char *name)
{
    char words[160];
    std::snprintf(
        words, sizeof words,
        "GlobalArray: no memory for array '%.60s': ASHLAR_ARENA and GA_Set_memory_limit() bound it",
        name ? name : "");
    if (!handle)
        GA_Error(words, 1);
    return handle;
}

static int copied(int from, char *name)
{
    const int handle = created(GA_Duplicate(from, name), name);
    GA_Copy(from, handle);
    return handle;
}

static int copied(int from)
{
    static int copies;
    char name[32];
    std::snprintf(name, sizeof name, "copy %d", copies++);
    return copied(from, name);
}

GlobalArray::GlobalArray(const GlobalArray &g_a, char *arrayname)
    : mHandle(created(GA_Duplicate(g_a.mHandle, arrayname), arrayname))
{
}

GlobalArray::GlobalArray(const GlobalArray &g_a) : mHandle(copied(g_a.mHandle))
{
}

GlobalArray::GlobalArray() : mHandle(GA_Create_handle())
{
}

GlobalArray::~GlobalArray()
{
    destroy();
}

void GlobalArray::destroy()
{
    if (mHandle && GA_Initialized())
        GA_Destroy(mHandle);
    mHandle = 0;
}

GlobalArray &GlobalArray::operator=(const GlobalArray &g_a)
{
    if (this != &g_a) {
        destroy();
        mHandle = copied(g_a.mHandle, g_a.inquireName());
    }
    return *this;
}

// ---- comparing ----

template <class T> static bool same_numbers(const char *a, const char *b, size_t bytes)
{
    const T *x = reinterpret_cast<const T *>(a), *y = reinterpret_cast<const T *>(b);
    for (size_t k = 0; k < bytes / sizeof(T); ++k)
        if (!(x[k] == y[k]))
            return false;
    return true;
}

// Numbers of which two may be equal with different bytes, and the others.
static bool same_elements(int type, const char *a, const char *b, size_t bytes)
{
    switch (type) {
    case C_FLOAT:
    case C_SCPL:
        return same_numbers<float>(a, b, bytes);
    case C_DBL:
    case C_DCPL:
        return same_numbers<double>(a, b, bytes);
    case C_LDBL:
    case C_LDCPL:
        return same_numbers<long double>(a, b, bytes);
    default:
        return std::memcmp(a, b, bytes) == 0;
    }
}

static bool same_block(int a, int b, int type, int ndim, int block)
{
    int64_t lo[GA_MAX_DIM], hi[GA_MAX_DIM], ld[GA_MAX_DIM];
    size_t bytes = static_cast<size_t>(MA_sizeof(type, 1, MT_C_CHAR));
    NGA_Distribution64(a, block, lo, hi);
    for (int d = 0; d < ndim; ++d) {
        const int64_t extent = hi[d] - lo[d] + 1;
        if (extent <= 0)
            return true;
        bytes *= static_cast<size_t>(extent);
        if (d > 0)
            ld[d - 1] = extent;
    }
    char *const x = new char[bytes], *const y = new char[bytes];
    NGA_Get64(a, lo, hi, x, ld);
    NGA_Get64(b, lo, hi, y, ld);
    const bool same = same_elements(type, x, y, bytes);
    delete[] x;
    delete[] y;
    return same;
}

// My blocks, which on regular distributions are one, and on others dealt out.
static bool same_blocks(int a, int b, int type, int ndim, int group)
{
    const int me = GA_Is_mirrored(a) ? GA_Nodeid() : GA_Pgroup_nodeid(group),
              total = GA_Total_blocks(a);
    const int end = total < 0 ? me + 1 : total, step = GA_Pgroup_nnodes(group);
    for (int block = me; block < end; block += step)
        if (!same_block(a, b, type, ndim, block))
            return false;
    return true;
}

int GlobalArray::operator==(const GlobalArray &g_a) const
{
    int type, other, ndim;
    int64_t dims[GA_MAX_DIM];
    NGA_Inquire64(g_a.mHandle, &other, &ndim, dims);
    NGA_Inquire64(mHandle, &type, &ndim, dims);
    // Groups and extents are part of the distribution.
    if (type != other || GA_Compare_distr(mHandle, g_a.mHandle) != 0)
        return 0;
    if (type > MT_LAST)
        GA_Error(const_cast<char *>("GlobalArray::operator==: elements of a registered type"),
                 type);
    char min[] = "min";
    const int group = GA_Get_pgroup(mHandle);
    int same = same_blocks(mHandle, g_a.mHandle, type, ndim, group);
    GA_Pgroup_igop(GA_Is_mirrored(mHandle) ? GA_Pgroup_get_world() : group, &same, 1, min);
    return same;
}

int GlobalArray::operator!=(const GlobalArray &g_a) const
{
    return !(*this == g_a);
}

} // namespace GA
