# Files that follow from the public headers, in generated/api/ of the build folder: calls.tsv, the table of public calls
# (tools/api/read), and what tools/api/derive makes of it. Made when CMake runs, which it does after a change.
set(ASHLAR_API ${PROJECT_BINARY_DIR}/generated/api)
file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/ashlar/*.h ${PROJECT_SOURCE_DIR}/include/ashlar/*/*.h)
set(api ${PROJECT_SOURCE_DIR}/tools/api)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers} ${api}/read ${api}/derive ${api}/roles.tsv
             ${api}/events.tsv)
file(MAKE_DIRECTORY ${ASHLAR_API})

function(ashlar_api_file name) # the output of a command, with a new time only if it has changed
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  set(old "")
  if(EXISTS ${ASHLAR_API}/${name})
    file(READ ${ASHLAR_API}/${name} old)
  endif()
  if(NOT text STREQUAL old)
    file(WRITE ${ASHLAR_API}/${name} "${text}")
  endif()
endfunction()

ashlar_api_file(calls.tsv ${api}/read ${headers})
foreach(layer al ga la bundle coarray sparse)
  foreach(mode collectives rows calls)
    ashlar_api_file(${layer}_${mode}.def
                    ${api}/derive -v MODE=${mode} -v LAYER=${layer} ${api}/roles.tsv ${ASHLAR_API}/calls.tsv)
  endforeach()
endforeach()
ashlar_api_file(tiles_calls.def # their collectives compare what they pass by themselves
                ${api}/derive -v MODE=calls -v LAYER=tiles ${api}/roles.tsv ${ASHLAR_API}/calls.tsv)
ashlar_api_file(fortran_calls.tsv ${api}/derive -v MODE=fortran ${api}/roles.tsv ${ASHLAR_API}/calls.tsv)
# The public names of calls that are events, and the names that the library has for their bodies (al_event.h).
foreach(mode inner entries)
  ashlar_api_file(${mode}.c ${api}/derive -v MODE=${mode} ${api}/roles.tsv ${api}/events.tsv ${ASHLAR_API}/calls.tsv)
endforeach()
