/* Finds the files the program ships: basis sets and molecules. */
#include "molecule/basis.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int data_find(const char *name, char *path, size_t size)
{
    char program[2048];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return -1;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    /* SCF_DATA leads from the directory of the program to the data, installed or not. */
    int n = snprintf(path, size, "%s/" SCF_DATA "/%s", program, name);
    return n > 0 && (size_t)n < size && access(path, R_OK) == 0 ? 0 : -1;
}
