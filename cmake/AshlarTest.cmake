# ashlar_mpi_test(NAME name COMMAND target [args...] [RANKS 1 2 3 4] [NODES 1 2] [LABELS label...]
#                 [TIMEOUT seconds] [ENVIRONMENT VAR=value...] [WILL_FAIL])
#
# One test <name>-r<ranks>-k<nodes> for each number of ranks and of nodes faked on this machine (at
# most one node a rank). Each carries the labels `mpi`, `ranks<ranks>` and those given. The launcher
# is the one `run` uses.

set(ASHLAR_LAUNCH ${PROJECT_SOURCE_DIR}/cmake/launch)

function(ashlar_mpi_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "WILL_FAIL" "NAME;TIMEOUT"
                        "COMMAND;RANKS;NODES;LABELS;ENVIRONMENT")
  if(NOT arg_NAME OR NOT arg_COMMAND OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ashlar_mpi_test: NAME or COMMAND missing, or not understood: "
                        "${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_RANKS)
    set(arg_RANKS 1 2 3 4)
  endif()
  if(NOT arg_NODES)
    set(arg_NODES 1 2)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  list(POP_FRONT arg_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    foreach(nodes IN LISTS arg_NODES)
      if(nodes GREATER ranks)
        continue()
      endif()
      set(test ${arg_NAME}-r${ranks}-k${nodes})
      add_test(NAME ${test} COMMAND ${ASHLAR_LAUNCH} -n ${ranks} ${program} ${arg_COMMAND})
      set_tests_properties(${test} PROPERTIES
        PROCESSORS ${ranks} TIMEOUT ${arg_TIMEOUT} LABELS "mpi;ranks${ranks};${arg_LABELS}"
        ENVIRONMENT "${ASHLAR_TEST_ENVIRONMENT};ASHLAR_FAKE_NODES=${nodes};${arg_ENVIRONMENT}")
      if(arg_WILL_FAIL)
        set_tests_properties(${test} PROPERTIES WILL_FAIL TRUE)
      endif()
    endforeach()
  endforeach()
endfunction()

# Ranks of tests that run side by side are not bound: Open MPI would bind them to the same cores.
# MPI libraries and their plugins leak at exit, which is not ours to report.
set(ASHLAR_TEST_ENVIRONMENT
    ASHLAR_LAUNCH_MPI=${ASHLAR_MPI}
    OMPI_MCA_hwloc_base_binding_policy=none
    ASAN_OPTIONS=detect_leaks=0
    UBSAN_OPTIONS=print_stacktrace=1)
