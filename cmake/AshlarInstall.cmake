# Headers, both libraries, the CMake package `ashlar` and ashlar.pc. Nothing holds the prefix, so
# the installed tree may be moved.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/ashlar DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.h PATTERN *.hpp)
set(pmpi "")
if(ASHLAR_PMPI)
  set(pmpi ashlar_pmpi)
endif()
install(TARGETS ashlar ashlar_static ${pmpi} EXPORT ashlar
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
set(licences LICENSE AUTHORS THIRD_PARTY.md)
install(FILES ${licences} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${licences} DESTINATION ${ASHLAR_COMPATDIR}/share/doc/ashlar COMPONENT classic EXCLUDE_FROM_ALL)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ashlar${ASHLAR_SUFFIX})
install(EXPORT ashlar NAMESPACE ashlar:: DESTINATION ${package})
set(package_targets ashlar)
set(config ${PROJECT_BINARY_DIR}/ashlar${ASHLAR_SUFFIX}Config)
configure_package_config_file(cmake/ashlarConfig.cmake.in ${config}.cmake INSTALL_DESTINATION ${package})
# As the loader has it: below version 1 each minor version may change the interface.
set(same SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(same SameMinorVersion)
endif()
write_basic_package_version_file(${config}Version.cmake COMPATIBILITY ${same})
install(FILES ${config}.cmake ${config}Version.cmake DESTINATION ${package})
if(ASHLAR_SUFFIX)
  # The package `ashlar` chooses between those of the MPIs.
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ashlar)
  install(FILES cmake/ashlarEither.cmake DESTINATION ${package} RENAME ashlarConfig.cmake)
  install(FILES ${config}Version.cmake DESTINATION ${package} RENAME ashlarConfigVersion.cmake)
endif()

# The public headers include mpi.h and callers use MPI, so both forms of linking name MPI; the
# others are needed by the static library alone. Names of files, as no package describes them all.
file(RELATIVE_PATH pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(pc_mpi_cflags "")
foreach(directory IN LISTS MPI_C_INCLUDE_DIRS)
  string(APPEND pc_mpi_cflags " -I${directory}")
endforeach()
string(REPLACE ";" " " pc_mpi_libs "${MPI_C_LIBRARIES}")
string(REPLACE ";" " " pc_openmp_libs "${ASHLAR_OPENMP_LIBRARIES}")
set(pc_dl "")
if(CMAKE_DL_LIBS)
  set(pc_dl " -l${CMAKE_DL_LIBS}")
endif()
string(REPLACE ";" " " pc_blas "${ASHLAR_BLAS_LIBRARY}")
set(pc_private "${ASHLAR_ELPA_LIBRARIES} ${ASHLAR_SCALAPACK_LIBRARY} ${pc_blas} ${pc_openmp_libs} -lm${pc_dl}")
# pkg-config looks for a library by one name, so the static one has a file of its own.
foreach(pc ashlar${ASHLAR_SUFFIX} ashlar_static${ASHLAR_SUFFIX})
  if(NOT pc MATCHES _static)
    set(pc_libs "-lashlar${ASHLAR_SUFFIX} ${pc_mpi_libs}\nLibs.private: ${pc_private}")
  else()
    set(pc_libs "-l:libashlar${ASHLAR_SUFFIX}.a ${pc_private} ${pc_mpi_libs}")
  endif()
  configure_file(cmake/ashlar.pc.in ${pc}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
