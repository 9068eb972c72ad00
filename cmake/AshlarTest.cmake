# ashlar_mpi_test(NAME name COMMAND target [args...] [RANKS 1 2 3 4] [NODES 1 2] [LABELS label...]
#                 [TIMEOUT seconds] [ENVIRONMENT VAR=value...] [FAILS words]
#                 [NIGHTLY])
# ashlar_mpi_test(... HOSTS 2 3 ...)
#
# One test <name>-r<ranks>-k<nodes> for each number of ranks and of nodes faked on this machine (at
# most one node a rank). Each carries the labels `mpi`, `ranks<ranks>` and those given. The launcher
# is the one `run` uses.
# By day the first two and the last number of ranks and each of nodes come up, with labels apps, bench, caf
# or classic one pair (of the test `classic` itself all of them); by night every pair. With NIGHTLY all
# are slow. Those of the night are labelled `nightly`, and run with `ctest -C nightly` only, those
# between hosts with `./run test-hosts -C hosts-nightly`.
# On one node what is above armci-lite hardly calls MPI: those tests are labelled `once`, for the same
# over both MPIs.
# With FAILS the test passes when the job ends with an error and says the words
# (tests/harness/expect_failure).
#
# With HOSTS instead of NODES the ranks are on that many hosts, which tests/system/hosts/hosts makes,
# and the tests, <name>-r<ranks>-h<hosts>, run with `ctest -C hosts` only, as `./run test-hosts` does.

set(ASHLAR_LAUNCH ${PROJECT_SOURCE_DIR}/tools/launch)

# pairs_by_day(variable ranks nodes): "<ranks>-<nodes>" of those that run by day, from the lists: the
# first of each, the second of each and so on, the shorter list from its start again; not the third of four.
function(pairs_by_day variable all_ranks all_nodes)
  list(LENGTH all_ranks count_ranks)
  list(LENGTH all_nodes count_nodes)
  set(last ${count_ranks})
  if(last LESS count_nodes)
    set(last ${count_nodes})
  endif()
  set(pairs "")
  foreach(k RANGE 1 ${last})
    math(EXPR at_ranks "(${k} - 1) % ${count_ranks}")
    math(EXPR at_nodes "(${k} - 1) % ${count_nodes}")
    list(GET all_ranks ${at_ranks} ranks)
    list(GET all_nodes ${at_nodes} nodes)
    if(nodes GREATER ranks)
      list(GET all_ranks -1 ranks)
    endif()
    list(APPEND pairs ${ranks}-${nodes})
  endforeach()
  if(count_ranks EQUAL 4 AND count_nodes LESS 3)
    list(REMOVE_AT pairs 2)
  endif()
  set(${variable} ${pairs} PARENT_SCOPE)
endfunction()

function(ashlar_mpi_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "NIGHTLY" "NAME;TIMEOUT;FAILS"
                        "COMMAND;RANKS;NODES;HOSTS;LABELS;ENVIRONMENT")
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
  if(arg_HOSTS)
    set(arg_NODES ${arg_HOSTS})
    list(APPEND arg_LABELS hosts)
  endif()
  set(by_day "")
  if(NOT arg_NIGHTLY)
    pairs_by_day(by_day "${arg_RANKS}" "${arg_NODES}")
    if(arg_LABELS MATCHES "apps|bench|caf|classic" AND NOT arg_NAME STREQUAL classic)
      if(2-2 IN_LIST by_day)
        set(by_day 2-2)
      else()
        list(GET by_day -1 by_day)
      endif()
    endif()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300) # tests take seconds; a machine that others use may take fifty times as long
  endif()
  list(POP_FRONT arg_COMMAND program)
  set(start "")
  # Most of the time of a job that fails is the launcher's waiting.
  set(processors_most 1000)
  if(arg_FAILS)
    set(processors_most 1)
    set(start ${PROJECT_SOURCE_DIR}/tests/harness/expect_failure "${arg_FAILS}")
  endif()
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()
  foreach(ranks IN LISTS arg_RANKS)
    foreach(nodes IN LISTS arg_NODES)
      if(nodes GREATER ranks)
        continue()
      endif()
      set(test ${arg_NAME}-r${ranks}-k${nodes})
      set(launch ${start} ${ASHLAR_LAUNCH})
      set(fakes ASHLAR_FAKE_NODES=${nodes})
      set(configuration "")
      set(labels mpi ranks${ranks} ${arg_LABELS})
      if(nodes EQUAL 1 AND NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL ${PROJECT_SOURCE_DIR}/tests/al)
        list(APPEND labels once)
      endif()
      if(NOT ${ranks}-${nodes} IN_LIST by_day)
        set(configuration CONFIGURATIONS nightly)
        list(APPEND labels nightly)
      endif()
      if(arg_HOSTS)
        set(test ${arg_NAME}-r${ranks}-h${nodes})
        # A process that a lost host leaves behind keeps the output open until the hosts go.
        set(launch ${start} ${PROJECT_SOURCE_DIR}/tests/system/hosts/hosts ${nodes} ${ASHLAR_LAUNCH})
        if(configuration)
          set(configuration CONFIGURATIONS hosts-nightly)
        else()
          set(configuration CONFIGURATIONS hosts)
        endif()
        set(fakes ASHLAR_FAKE_NODES=1 ASHLAR_TEST_HOSTS=${nodes} ${ASHLAR_HOSTS_ENVIRONMENT})
      endif()
      set(environment ${ASHLAR_TEST_ENVIRONMENT} ${fakes} ASHLAR_TEST_NAME=${test} ${arg_ENVIRONMENT})
      add_test(NAME ${test} ${configuration} COMMAND ${launch} -n ${ranks} ${program} ${arg_COMMAND})
      if(test MATCHES "-r2-k2$" AND NOT configuration AND NOT labels MATCHES "bench|once")
        set_property(GLOBAL APPEND PROPERTY ashlar_r2-k2 ${program} ${arg_COMMAND})
      elseif("${configuration}" STREQUAL "CONFIGURATIONS;hosts")
        set_property(GLOBAL APPEND PROPERTY ashlar_hosts ${program} ${arg_COMMAND})
      endif()
      set(processors ${ranks})
      if(processors GREATER processors_most)
        set(processors ${processors_most})
      endif()
      set_tests_properties(${test} PROPERTIES
        PROCESSORS ${processors} TIMEOUT ${arg_TIMEOUT} LABELS "${labels}"
        ENVIRONMENT "${environment}")
    endforeach()
  endforeach()
endfunction()

# ashlar_targets_of_tests(): for builds that run only these, the target tests_r2-k2, the programs of all tests on two
# ranks of two nodes, and tests_hosts, those of the tests between hosts.
function(ashlar_targets_of_tests)
  foreach(tests r2-k2 hosts)
    get_property(words GLOBAL PROPERTY ashlar_${tests})
    list(TRANSFORM words REPLACE "^.*[$]<TARGET_FILE:([^>]*)>.*$" "\\1")
    set(programs "")
    foreach(word IN LISTS words)
      if(TARGET ${word})
        list(APPEND programs ${word})
      endif()
    endforeach()
    list(REMOVE_DUPLICATES programs)
    add_custom_target(tests_${tests} DEPENDS ${programs})
  endforeach()
endfunction()

# ashlar_skipped_test(name reason): says what cannot be tested here. A reason that begins with "missing "
# is a failure where everything must be tested (tests/harness/skipped).
function(ashlar_skipped_test name reason)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: ${reason}")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^SKIPPED: ")
endfunction()

# Ranks of tests that run side by side are not bound: Open MPI would bind them to the same cores.
# Open MPI chooses ob1 without fast networks anyway; told so, it does not look for them first, which
# takes as long as the rest of a short test.
# Its table of job data is a plain one: one in shared memory takes 30 of the 200 ms of an empty job.
# When a rank ends with an error, Open MPI's launcher kills the others at once instead of after a second.
# MPI libraries and their plugins leak at exit, which is not ours to report.
set(ASHLAR_TEST_ENVIRONMENT
    ASHLAR_LAUNCH_MPI=${ASHLAR_MPI}
    ASHLAR_LAUNCH_KERNELS=${PROJECT_BINARY_DIR}/tools/blas_kernels
    OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_pml=ob1
    PMIX_MCA_gds=hash
    OMPI_MCA_odls_base_sigkill_timeout=0
    ASAN_OPTIONS=detect_leaks=0
    UBSAN_OPTIONS=print_stacktrace=1)

# MPICH's MPI_Finalize may not end over TCP. Only this of libashlar-pmpi is preloaded, as the rest
# would change what is tested; a sanitizer would have to be loaded before it.
set(ASHLAR_HOSTS_ENVIRONMENT "")
if(ASHLAR_MPI STREQUAL "mpich" AND NOT ASHLAR_SANITIZE)
  set(ASHLAR_HOSTS_ENVIRONMENT ASHLAR_LAUNCH_PRELOAD=$<TARGET_FILE:ashlar_finalize>)
endif()
