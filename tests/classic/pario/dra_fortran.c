/* DRA called from Fortran: names, orders of indices and blanks are those of its programs. */
#include "classic/pario/cases.h"
#include "dra.h"
#include "ga.h"

/* ---- as Fortran calls them ------------------------------------------------------------------- */

Integer dra_init_(const Integer *max_arrays, const double *max_array_size,
                  const double *total_disk_space, const double *max_memory);
Integer dra_terminate_(void);
Integer dra_create_(const Integer *type, const Integer *dim1, const Integer *dim2, const char *name,
                    const char *filename, const Integer *mode, const Integer *reqdim1,
                    const Integer *reqdim2, Integer *d_a, size_t name_length, size_t length);
Integer ndra_create_(const Integer *type, const Integer *ndim, const Integer *dims,
                     const char *name, const char *filename, const Integer *mode,
                     const Integer *reqdims, Integer *d_a, size_t name_length, size_t length);
Integer ndra_create_config_(const Integer *type, const Integer *ndim, const Integer *dims,
                            const char *name, const char *filename, const Integer *mode,
                            const Integer *reqdims, const Integer *numfiles,
                            const Integer *numioprocs, Integer *d_a, size_t name_length,
                            size_t length);
Integer dra_open_(const char *filename, const Integer *mode, Integer *d_a, size_t length);
Integer dra_inquire_(const Integer *d_a, Integer *type, Integer *dim1, Integer *dim2, char *name,
                     char *filename, size_t name_length, size_t length);
Integer ndra_inquire_(const Integer *d_a, Integer *type, Integer *ndim, Integer *dims, char *name,
                      char *filename, size_t name_length, size_t length);
Integer dra_close_(const Integer *d_a);
Integer dra_delete_(const Integer *d_a);
Integer dra_write_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer ndra_write_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer dra_read_(const Integer *g_a, const Integer *d_a, Integer *request);
Integer ndra_read_(const Integer *g_a, const Integer *d_a, Integer *request);
#define SECTION(name)                                                                              \
    Integer name(const Logical *transp, const Integer *g_a, const Integer *gilo,                   \
                 const Integer *gihi, const Integer *gjlo, const Integer *gjhi,                    \
                 const Integer *d_a, const Integer *dilo, const Integer *dihi,                     \
                 const Integer *djlo, const Integer *djhi, Integer *request);
SECTION(dra_write_section_)
SECTION(dra_read_section_)
#define SECTION_ND(name)                                                                           \
    Integer name(const Logical *transp, const Integer *g_a, const Integer *glo,                    \
                 const Integer *ghi, const Integer *d_a, const Integer *dlo, const Integer *dhi,   \
                 Integer *request);
SECTION_ND(ndra_write_section_)
SECTION_ND(ndra_read_section_)
Integer dra_probe_(const Integer *request, Integer *compl_status);
Integer dra_wait_(const Integer *request);
void dra_set_debug_(const Logical *flag);
void dra_print_internals_(const Integer *d_a);
void dra_set_default_config_(const Integer *numfiles, const Integer *numioprocs);
void dra_flick_(void);

/* Element (i,j) of Fortran is [j-1][i-1] of C. */
PARIO_CASE(dra_fortran)
{
    enum { DIM1 = 6, DIM2 = 9 };
    const Logical no = 0;
    int dims[2] = {DIM2, DIM1};
    Integer d_a = 1, request = 1, status = 1, type, dim1, dim2, ndim, found[2];
    double numbers[DIM2][DIM1], value;
    char name[20], file[200], path[200];
    GA_Initialize();
    const size_t length = (size_t)snprintf(path, sizeof path, "%-120s", ours("d"));
    CHECK_INT(DRA_OK, dra_init_(I(5), D(-1), D(-1), D(-1)));
    dra_set_debug_(&no);
    dra_set_default_config_(I(1), I(1));
    DRA_Set_debug(0);
    DRA_Set_default_config(1, 1);
    const Integer g = NGA_Create(C_DBL, 2, dims, "array", NULL);
    for (int j = 0; j < DIM2; ++j)
        for (int i = 0; i < DIM1; ++i)
            numbers[j][i] = 100 * (i + 1) + j + 1;
    if (test_rank() == 0)
        NGA_Put((int)g, (int[]){0, 0}, (int[]){DIM2 - 1, DIM1 - 1}, numbers, (int[]){DIM1});
    CHECK_INT(DRA_OK, dra_create_(I(F_DBL), I(DIM1), I(DIM2), "the name  ", path, I(DRA_RW), I(-1),
                                  I(-1), &d_a, 10, length));
    CHECK_INT(DRA_OK, dra_write_(&g, &d_a, &request));
    CHECK_INT(DRA_OK, dra_probe_(&request, &status));
    CHECK_INT(0, status);
    CHECK_INT(DRA_OK, dra_wait_(&request));
    /* (2,3) and its neighbours to (4,7) and its */
    CHECK_INT(DRA_OK, dra_write_section_(&no, &g, I(2), I(3), I(3), I(5), &d_a, I(4), I(5), I(7),
                                         I(9), &request));
    CHECK_INT(DRA_OK,
              dra_inquire_(&d_a, &type, &dim1, &dim2, name, file, sizeof name, sizeof file));
    CHECK(type == F_DBL && dim1 == DIM1 && dim2 == DIM2);
    CHECK(memcmp(name, "the name            ", sizeof name) == 0);
    CHECK(memcmp(file, path, length) == 0 && file[sizeof file - 1] == ' ');
    CHECK_INT(DRA_OK,
              ndra_inquire_(&d_a, &type, &ndim, found, name, file, sizeof name, sizeof file));
    CHECK(ndim == 2 && found[0] == DIM1 && found[1] == DIM2);
    dra_print_internals_(&d_a);
    DRA_Print_internals((int)d_a);
    dra_flick_();
    DRA_Flick();
    CHECK_INT(DRA_OK, dra_close_(&d_a));
    CHECK_INT(DRA_OK, dra_open_(path, I(DRA_RW), &d_a, length));
    GA_Zero((int)g);
    CHECK_INT(DRA_OK, dra_read_(&g, &d_a, &request));
    for (int i = 4; i <= 5; ++i)
        for (int j = 7; j <= 9; ++j) {
            NGA_Get((int)g, (int[]){j - 1, i - 1}, (int[]){j - 1, i - 1}, &value, (int[]){1});
            CHECK(value == 100 * (i - 2) + j - 4);
        }
    GA_Sync();
    /* (4,7) to (1,2) */
    CHECK_INT(DRA_OK, dra_read_section_(&no, &g, I(1), I(1), I(2), I(2), &d_a, I(4), I(4), I(7),
                                        I(7), &request));
    NGA_Get((int)g, (int[]){1, 0}, (int[]){1, 0}, &value, (int[]){1});
    CHECK(value == 203);
    GA_Sync();
    CHECK_INT(DRA_OK, ndra_read_section_(&no, &g, (Integer[]){6, 1}, (Integer[]){6, 1}, &d_a,
                                         (Integer[]){1, 8}, (Integer[]){1, 8}, &request));
    NGA_Get((int)g, (int[]){0, 5}, (int[]){0, 5}, &value, (int[]){1});
    CHECK(value == 108);
    GA_Sync();
    CHECK_INT(DRA_OK, ndra_write_section_(&no, &g, (Integer[]){6, 1}, (Integer[]){6, 1}, &d_a,
                                          (Integer[]){2, 9}, (Integer[]){2, 9}, &request));
    CHECK_INT(DRA_OK, ndra_read_(&g, &d_a, &request));
    NGA_Get((int)g, (int[]){8, 1}, (int[]){8, 1}, &value, (int[]){1});
    CHECK(value == 108);
    GA_Sync();
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, ndra_create_(I(F_DBL), I(2), (Integer[]){DIM1, DIM2}, "n", path, I(DRA_RW),
                                   NULL, &d_a, 1, length));
    CHECK_INT(DRA_OK, ndra_write_(&g, &d_a, &request));
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, ndra_create_config_(I(F_INT), I(1), I(7), "n", path, I(DRA_RW), NULL, I(1),
                                          I(1), &d_a, 1, length));
    CHECK_INT(DRA_OK,
              ndra_inquire_(&d_a, &type, &ndim, found, name, file, sizeof name, sizeof file));
    CHECK(type == F_INT && ndim == 1 && found[0] == 7);
    CHECK_INT(DRA_OK, dra_delete_(&d_a));
    CHECK_INT(DRA_OK, dra_terminate_());
    GA_Destroy((int)g);
    GA_Terminate();
}
