/* An older name, in a file of its own: a program that has one like it can be linked with the static
 * library. */
#include "sndrcv.h"

void Error(char *string, long integer)
{
    tcg_error(string, integer);
}
