/* The text ga_print() writes. */
#include "cases.h"
void print_2d(void)
{
    CHECK(1);
}
void print_nd(void)
{
    CHECK(1);
}
