/* What ends the program: a table of calls, of which the name is the key. */
#include "classic/gparrays/cases.h"

static int g_p, two[] = {0, 0}, size;

static void early(void)
{
    GP_Terminate();
    GP_Create_handle();
}

static void handle(void)
{
    GP_Allocate(g_p + 1);
}

static void shapeless(void)
{
    GP_Set_chunk(GP_Create_handle(), two);
}

static void memory(void)
{
    int other = GP_Create_handle();
    GP_Set_dimensions(other, 1, (int[]){2});
    GP_Get_size(other, two, two, &size);
}

static void rank(void)
{
    GP_Set_dimensions(GP_Create_handle(), 8, (int[]){1, 1, 1, 1, 1, 1, 1, 1});
}

static void extent(void)
{
    GP_Set_dimensions(GP_Create_handle(), 2, (int[]){1, 0});
}

static void foreign(void)
{
    GP_Access_element(g_p, (int[]){GA_Nodeid() ? 0 : 1, 0}, &(void *){NULL}, &size);
}

static void private(void)
{
    GP_Assign_local_element(g_p, (int[]){GA_Nodeid(), 0}, &size, 4);
}

static void negative(void)
{
    GP_Assign_local_element(g_p, (int[]){GA_Nodeid(), 0}, GP_Malloc(8), -8);
}

static void twice(void)
{
    void *data = GP_Malloc(8);
    GP_Free(data);
    GP_Free(data);
}

static void outside(void)
{
    GP_Get_size(g_p, two, (int[]){1, 3}, &size);
}

static void backwards(void)
{
    GP_Get_size(g_p, (int[]){1, 1}, two, &size);
}

static void listed(void)
{
    GP_Gather_size(g_p, 2, (int[]){1, 1, 2, 0}, &size);
}

static void count(void)
{
    GP_Gather_size(g_p, -1, two, &size);
}

static void width(void)
{
    Integer one[] = {1, 1}, ld = 1, sum;
    void *at;
    pgp_get(g_p, one, one, NULL, &at, &ld, &size, &ld, &sum, 2, 0);
}

/* Two elements, of which a rank puts one. */
static void put(int bytes, int is_exact)
{
    char data[64] = {0};
    void *at = data;
    GP_Assign_local_element(g_p, (int[]){GA_Nodeid(), 0}, GP_Malloc(16), 16);
    GP_Sync();
    GP_Put(g_p, two, two, &at, (int[]){1}, &bytes, (int[]){1}, &size, is_exact);
}

static void more(void)
{
    put(17, 0);
}

static void less(void)
{
    put(15, 1);
}

static void below(void)
{
    put(-1, 0);
}

static void empty(void)
{
    int bytes = 4;
    void *at = &bytes;
    GP_Scatter(g_p, 1, (int[]){1, 2}, &at, &bytes, &size, 0);
}

static void large(void)
{
    Integer index[] = {1, 1 + GA_Nodeid()};
    pgp_assign_local_element(g_p, index, GP_Malloc(8), 1500000000, 8);
    GP_Sync();
    GP_Get_size(g_p, two, (int[]){1, 0}, &size);
}

#define WRONG(name)                                                                                \
    {                                                                                              \
#name, name                                                                                \
    }
void wrong(const char *name)
{
    static const struct {
        const char *name;
        void (*call)(void);
    } calls[] = {WRONG(early),   WRONG(handle),    WRONG(shapeless), WRONG(memory),   WRONG(rank),
                 WRONG(extent),  WRONG(foreign),   WRONG(private),   WRONG(negative), WRONG(twice),
                 WRONG(outside), WRONG(backwards), WRONG(listed),    WRONG(count),    WRONG(width),
                 WRONG(more),    WRONG(less),      WRONG(below),     WRONG(empty),    WRONG(large)};
    GP_Initialize();
    g_p = GP_Create_handle();
    GP_Set_dimensions(g_p, 2, (int[]){2, 3});
    GP_Set_chunk(g_p, (int[]){-1, 3});
    GP_Allocate(g_p);
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; ++k)
        if (strcmp(calls[k].name, name) == 0)
            calls[k].call();
}
