/* Tests of ARMCI's names. "wrong NAME": a call that ends the program. */
#include <string.h>

#include "classic/armci/cases.h"

char **zeros_everywhere(size_t bytes)
{
    char **names = test_alloc((size_t)procs() * sizeof *names);
    CHECK_INT(0, ARMCI_Malloc((void **)names, (armci_size_t)bytes));
    memset(names[me()], 0, bytes);
    ARMCI_Barrier();
    return names;
}

void free_everywhere(char **names)
{
    CHECK_INT(0, ARMCI_Free(names[me()]));
    free(names);
}

/* ---- what ends the program --------------------------------------------------------------------
 */

static void wrong_mutex(void)
{
    ARMCI_Create_mutexes(2);
    ARMCI_Lock(2, 0);
}

static void wrong_proc(void)
{
    ARMCI_Fence(procs());
}

static void wrong_group(void)
{
    ARMCI_Group group = 7;
    ARMCI_Group_free(&group);
}

static void wrong_value(void)
{
    ARMCI_GetValueInt(NULL, 0);
}

static void wrong_operation(void)
{
    int number = 1;
    armci_msg_igop(&number, 1, (char *)"sum");
}

static void wrong_error(void)
{
    ARMCI_Error("it is over", 3);
}

static void wrong_die(void)
{
    armci_die("all is lost", 4);
}

static const struct {
    const char *name;
    void (*run)(void);
} wrongs[] = {{"mutex", wrong_mutex},        {"proc", wrong_proc},   {"group", wrong_group},
              {"value", wrong_value},        {"error", wrong_error}, {"die", wrong_die},
              {"operation", wrong_operation}};

static int run_wrong(const char *name)
{
    ARMCI_Init();
    for (size_t k = 0; k < sizeof wrongs / sizeof wrongs[0]; ++k)
        if (strcmp(wrongs[k].name, name) == 0)
            wrongs[k].run();
    ARMCI_Finalize();
    armci_msg_finalize();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "wrong") == 0)
        return run_wrong(argv[2]);
    return test_main(argc, argv);
}
