! Which image has which cosubscripts: this_image, image_index, lcobound, ucobound, of coarrays with
! several codimensions, static, allocated, and as arguments.
program images
    use checks, only: check
    implicit none
    integer, save :: x(2)[*], y[-1:1, *], w(3)[0:1, 5:6, *]
    integer, allocatable :: z(:)[:, :]
    integer :: me, n, k, s(3), t(2)
    me = this_image()
    n = num_images()
    call check(me >= 1 .and. me <= n, 'this_image()')
    call check(this_image(x, 1) == me .and. all(this_image(x) == [me]), 'this_image of one codimension')
    call check(lcobound(x, 1) == 1 .and. ucobound(x, 1) == n, 'cobounds of one codimension')
    call check(all(lcobound(y) == [-1, 1]), 'lower cobounds')
    call check(all(ucobound(y) == [1, (n + 2)/3]), 'upper cobounds')
    t = this_image(y)
    call check(t(1) == mod(me - 1, 3) - 1 .and. t(2) == (me - 1)/3 + 1, 'this_image of two codimensions')
    call check(image_index(y, t) == me, 'image_index of this_image')
    call check(image_index(y, [1, (n + 2)/3]) == merge(n, 0, mod(n, 3) == 0), 'image_index at the end')
    t = [2, 1]
    call check(image_index(y, t) == 0, 'image_index outside')
    t = [-1, 0]
    call check(image_index(y, t) == 0, 'image_index before the first')
    s = this_image(w)
    call check(all(s == [mod(me - 1, 2), mod((me - 1)/2, 2) + 5, (me - 1)/4 + 1]), 'this_image of three codimensions')
    call check(this_image(w, 2) == s(2), 'this_image of one of three codimensions')
    call check(image_index(w, s) == me, 'image_index of three cosubscripts')
    allocate (z(4)[3:4, *])
    call check(all(lcobound(z) == [3, 1]) .and. ucobound(z, 2) == (n + 1)/2, 'cobounds of an allocated coarray')
    call check(image_index(z, [4, 1]) == merge(2, 0, n > 1), 'image_index of an allocated coarray')

    x = [me, -me]
    y = 10*me
    w = 100*me + [1, 2, 3]
    z = 1000*me
    sync all
    do k = 1, n ! the same image by all of them
        call check(x(1)[k] == k, 'element of one codimension')
        call check(y[mod(k - 1, 3) - 1, (k - 1)/3 + 1] == 10*k, 'scalar of two codimensions')
        call check(w(2)[mod(k - 1, 2), mod((k - 1)/2, 2) + 5, (k - 1)/4 + 1] == 100*k + 2, 'element of three codimensions')
        call check(z(3)[3 + mod(k - 1, 2), (k - 1)/2 + 1] == 1000*k, 'element of an allocated coarray')
    end do
    sync all
    call with_others(x, y)
    call of_any_shape(z)
    call check(allocated(z), 'allocated')
    deallocate (z)
    call check(.not. allocated(z), 'allocated after deallocate')
contains
    ! Other cobounds for the same coarrays.
    subroutine with_others(a, b)
        integer, intent(inout) :: a(2)[0:*], b[2, 2:*]
        integer :: p
        call check(lcobound(a, 1) == 0 .and. ucobound(a, 1) == n - 1, 'cobounds of an argument')
        call check(this_image(a, 1) == me - 1, 'this_image of an argument')
        do p = 1, n
            call check(a(2)[p - 1] == -p, 'element of an argument')
            call check(b[mod(p - 1, 2) + 1, (p - 1)/2 + 2] == 10*p, 'scalar argument of two codimensions')
        end do
        sync all
        a(1)[mod(me, n)] = 5*me
        sync all
        call check(a(1) == 5*(modulo(me - 2, n) + 1), 'put to an argument')
        sync all
    end subroutine

    subroutine of_any_shape(a)
        integer, intent(inout), allocatable :: a(:)[:, :]
        integer :: p
        do p = 1, n
            call check(sum(a(:)[3 + mod(p - 1, 2), (p - 1)/2 + 1]) == 4000*p, 'array argument that is allocatable')
        end do
        sync all
    end subroutine
end program
