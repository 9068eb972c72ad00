/* The program ashlar-trace. */
#include "tools/trace/main.h"

int main(int argc, char **argv)
{
    return trace_main(argc, argv);
}
