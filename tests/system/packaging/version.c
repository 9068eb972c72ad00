/* version VERSION: headers, library and CMake's project say the same version, in every form. */
#include <ashlar/version.h>

#include <stdio.h>
#include <string.h>

#if ASHLAR_VERSION < ASHLAR_VERSION_NUMBER(0, 9, 0) ||                                             \
    ASHLAR_VERSION_NUMBER(0, 10, 0) <= ASHLAR_VERSION_NUMBER(0, 9, 99) ||                          \
    ASHLAR_VERSION_NUMBER(1, 0, 0) <= ASHLAR_VERSION_NUMBER(0, 99, 99)
#error "numbers of versions are not in their order"
#endif

int main(int argc, char **argv)
{
    int part[3];
    if (argc != 2 || sscanf(argv[1], "%d.%d.%d", &part[0], &part[1], &part[2]) != 3)
        return 2;
    if (part[0] == ASHLAR_VERSION_MAJOR && part[1] == ASHLAR_VERSION_MINOR &&
        part[2] == ASHLAR_VERSION_PATCH && strcmp(ASHLAR_VERSION_STRING, argv[1]) == 0 &&
        ASHLAR_VERSION == ASHLAR_VERSION_NUMBER(part[0], part[1], part[2]) &&
        ashlar_version() == ASHLAR_VERSION)
        return 0;
    printf("version %s: the headers say %s, %d, the library %d\n", argv[1], ASHLAR_VERSION_STRING,
           ASHLAR_VERSION, ashlar_version());
    return 1;
}
