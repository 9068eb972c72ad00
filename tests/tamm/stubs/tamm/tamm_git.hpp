/* TAMM's CMake writes what its checkout is into a header of this name. */
#ifndef TESTS_TAMM_GIT_HPP
#define TESTS_TAMM_GIT_HPP

#include <string>

inline std::string tamm_git_info()
{
    return "";
}

#endif
