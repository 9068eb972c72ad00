/* Disk resident arrays, and files of one process or of all. */
#include <unistd.h>

#include "differential.h"
#include "dra.h"
#include "eaf.h"
#include "sf.h"

static void dra(void)
{
    static bool started;
    int n = between(1, 3), dims[MOST],
        type = chance(60)   ? C_DBL
               : chance(50) ? C_INT
                            : C_DCPL,
        d = -1, request = 77, code;
    for (int k = 0; k < n; ++k)
        dims[k] = between(1, n == 1 ? 40 : 7);
    arg_list("dims", n, dims);
    arg("%s", type_name(type));
    bool section = chance(50), leave = GA_Pgroup_get_default() != GA_Pgroup_get_world();
    arg("%s", section ? "section" : "whole");
    array_t a = {.type = type, .ndim = n}, b = {.type = type, .ndim = n};
    memcpy(a.dims, dims, sizeof dims);
    memcpy(b.dims, dims, sizeof dims);
    if (leave) {
        go();
        return;
    }
    if (!started)
        DRA_Init(8, 1e6, 1e8, 1e6);
    started = true;
    a.g = NGA_Create(type, n, dims, "to disk", NULL);
    b.g = NGA_Create(type, n, dims, "from disk", NULL);
    refill(&a);
    refill(&b);
    dra_size_t ddims[MOST], request_dims[MOST], dlo[MOST], dhi[MOST], asked[MOST];
    char file[64], name[64] = "", got_name[64] = "", got_file[1024] = "";
    for (int k = 0; k < n; ++k) {
        ddims[k] = dims[k];
        request_dims[k] = chance(50) ? -1 : between(1, dims[k]);
    }
    snprintf(file, sizeof file, "dra.%s", nodes == 1 ? "one" : "two");
    snprintf(name, sizeof name, "on disk");
    int lo[MOST], hi[MOST], blo[MOST], bhi[MOST];
    patch("a", &a, lo, hi);
    patch_like("b", &b, lo, hi, blo, bhi);
    for (int k = 0; k < n; ++k) {
        dlo[k] = blo[k];
        dhi[k] = bhi[k];
    }
    go();
    code = NDRA_Create(type, n, ddims, name, file, DRA_RW, request_dims, &d);
    out("create %d", code);
    if (code == 0) {
        code = NDRA_Write(a.g, d, &request);
        out("write %d request %s", code, request == DRA_REQ_INVALID ? "invalid" : "valid");
        out("wait %d", DRA_Wait(request));
        if (section) {
            refill(&a);
            code = NDRA_Write_section(0, a.g, lo, hi, d, dlo, dhi, &request);
            out("write section %d request %s", code,
                request == DRA_REQ_INVALID ? "invalid" : "valid");
            out("wait %d", DRA_Wait(request));
        }
        int got_type = -1, got_ndim = -1;
        code = NDRA_Inquire(d, &got_type, &got_ndim, asked, got_name, got_file);
        out("inquire %d: type %d ndim %d name %s file %s", code, got_type, got_ndim, got_name,
            got_file);
        code = DRA_Close(d);
        out("close %d", code);
        code = DRA_Open(file, DRA_RW, &d);
        out("open %d", code);
        code = NDRA_Read(b.g, d, &request);
        out("read %d request %s", code, request == DRA_REQ_INVALID ? "invalid" : "valid");
        out("wait %d", DRA_Wait(request));
        touched(&b);
        if (section) {
            refill(&b);
            code = NDRA_Read_section(0, b.g, lo, hi, d, dlo, dhi, &request);
            out("read section %d request %s", code,
                request == DRA_REQ_INVALID ? "invalid" : "valid");
            int done = -1;
            code = DRA_Probe(request, &done);
            out("probe %d", code);
            out("wait %d", DRA_Wait(request));
            touched(&b);
        }
        out("delete %d", DRA_Delete(d));
    }
    GA_Destroy(a.g);
    GA_Destroy(b.g);
}

static void eaf(void)
{
    int fd = -1, n = between(1, 40), id = -1, status = -1, code;
    long data[64], back[64];
    char name[64];
    snprintf(name, sizeof name, "eaf.%d", me);
    eaf_off_t length = -1;
    int offset = draw(20) * 8;
    arg("n=%d offset=%d", n, offset);
    go();
    for (int k = 0; k < n; ++k)
        data[k] = draw_own(1000);
    out("open %d", EAF_Open(name, EAF_RW, &fd));
    out("write %d", EAF_Write(fd, 0, data, (size_t)n * 8));
    out("awrite %d", EAF_Awrite(fd, offset, data, (size_t)n * 8, &id));
    out("wait %d", EAF_Wait(fd, id));
    code = EAF_Length(fd, &length);
    out("length %d %g", code, length);
    memset(back, 0, sizeof back);
    out("read %d", EAF_Read(fd, 0, back, (size_t)n * 8));
    out_data("read", C_LONG, n, back);
    out("aread %d", EAF_Aread(fd, offset, back, (size_t)n * 8, &id));
    code = EAF_Probe(id, &status);
    out("probe %d", code);
    out("wait %d", EAF_Wait(fd, id));
    out_data("read", C_LONG, n, back);
    out("truncate %d", EAF_Truncate(fd, 16));
    code = EAF_Length(fd, &length);
    out("length %d %g", code, length);
    code = EAF_Read(fd, 8, back, 8);
    out("read %d", code);
    if (!skip(RULE_eaf_eof)) {
        code = EAF_Read(fd, 8, back, 64);
        out("read past the end %d, eof %d", code, EAF_Eof(code));
    }
    out("close %d", EAF_Close(fd));
    out("delete %d", EAF_Delete(name));
    code = EAF_Delete(name);
    out("delete again %d", code != 0);
}

static void sf(void)
{
    int n = between(1, 20), code, handle = -1, id = -1, ids[2];
    arg("n=%d", n);
    bool leave = GA_Pgroup_get_default() != GA_Pgroup_get_world();
    go();
    if (leave)
        return;
    double limit = 1e6, soft = 1e6, request = 1e5;
    long data[32], back[32];
    for (int k = 0; k < n; ++k)
        data[k] = draw_own(1000);
    char name[] = "shared.file";
    code = SF_Create(name, limit, soft, request, &handle);
    out("create %d", code);
    code = SF_Write(handle, me * 8.0 * n, 8.0 * n, (char *)data, &id);
    out("write %d wait %d", code, SF_Wait(&id));
    GA_Sync();
    int other = (me + 1) % ranks;
    memset(back, 0, sizeof back);
    code = SF_Read(handle, other * 8.0 * n, 8.0 * n, (char *)back, &ids[0]);
    out("read %d", code);
    SF_Waitall(ids, 1);
    out_data("read", C_LONG, n, back);
    GA_Sync();
    out("destroy %d", SF_Destroy(handle));
}

const entry_t file_calls[] = {{"dra", dra, 2}, {"eaf", eaf, 1}, {"sf", sf, 1}, {NULL, NULL, 0}};
