# Warnings (link ashlar_warnings privately) and flags of the build types.

add_library(ashlar_warnings INTERFACE)
target_compile_options(ashlar_warnings INTERFACE -Wall -Wextra -Wconversion
                       $<$<BOOL:${ASHLAR_WERROR}>:-Werror>)

set(CMAKE_C_FLAGS_RELEASE "-O3 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g1 -DNDEBUG")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g3 -DASHLAR_DEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g3 -DASHLAR_DEBUG")
if(ASHLAR_SANITIZE)
  add_compile_options(-O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
