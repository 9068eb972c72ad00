! Output of C comes after earlier output of Fortran.
program prints
    use ashlar
    implicit none
    type(ga_t) :: g
    call ga_initialize()
    call ga_create(ashlar_int, [2, 2], g, name='shown')
    call ga_fill(g, 731)
    if (ga_rank() == 0) print '(a)', 'first of all'
    call ga_print(g)
    call ga_destroy(g)
    call ga_terminate()
end program
