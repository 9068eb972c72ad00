! All tests of the Fortran module.
program main
    use ashlar
    use checks, only: report
    use bundles, only: check_bundles
    use errors, only: check_errors
    use matrices, only: check_matrices
    use operations, only: check_operations
    use others, only: check_others
    use transfers, only: check_transfers
    implicit none
    call ga_initialize()
    call check_transfers()
    call check_operations()
    call check_others()
    call check_matrices()
    call check_bundles()
    call check_errors()
    call report()
end program
