! The module of Fortran: all ranks add to a patch, multiply matrices and draw numbers.
program check_module
    use ashlar
    implicit none
    integer, parameter :: n = 30
    type(ga_t) :: a, b, c
    real(kind(1d0)) :: patch(n, n), total
    integer :: i, ranks

    call ga_initialize()
    ranks = ga_size()
    call ga_create(ashlar_double, [n, n], a, name='a')
    call ga_create_like(a, ashlar_double, b, 'b')
    call ga_create_like(a, ashlar_double, c, 'c')
    call ga_zero(a)
    patch = 0
    do i = 1, n
        patch(i, n + 1 - i) = ga_rank() + 1
    end do
    call ga_acc(a, [1, 1], [n, n], patch)
    call ga_copy(a, b)
    call la_gemm('n', 'n', 1d0, a, b, 0d0, c)
    call ga_dot(c, c, total)
    call ga_get(c, [1, 1], [n, n], patch)
    do i = 1, n
        if (abs(patch(i, i) - (ranks*(ranks + 1)/2)**2) > 0) call fail('an element of the product')
    end do
    if (abs(total - n*real((ranks*(ranks + 1)/2), kind(1d0))**4) > 1d-9*total) call fail('the sum of squares')
    call ga_destroy(a)
    call ga_destroy(b)
    call ga_destroy(c)
    call ga_terminate()
contains
    subroutine fail(words)
        character(*), intent(in) :: words
        print '(a, a, i0)', words, ' is wrong on rank ', ga_rank()
        stop 1
    end subroutine
end program
