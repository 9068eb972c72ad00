! random_init: the same numbers again, or not; the same on all images, or not.
program randoms
    use checks, only: check
    implicit none
    integer, parameter :: many = 10
    real(kind(1d0)), save :: x(many)[*], y(many)[*]
    integer :: me, k
    me = this_image()
    call random_init(repeatable=.true., image_distinct=.true.)
    call random_number(x)
    sync all
    do k = 1, num_images()
        if (k /= me) call check(any(x(:)[k] /= x), 'distinct images have the same numbers')
    end do
    call random_init(repeatable=.true., image_distinct=.true.)
    call random_number(y)
    call check(all(x == y), 'repeatable and distinct')
    sync all
    call random_init(repeatable=.true., image_distinct=.false.)
    call random_number(x)
    sync all
    do k = 1, num_images()
        call check(all(x(:)[k] == x), 'images are not distinct')
    end do
    call random_init(repeatable=.true., image_distinct=.false.)
    call random_number(y)
    call check(all(x == y), 'repeatable and not distinct')
    sync all
    call random_init(repeatable=.false., image_distinct=.true.)
    call random_number(x)
    call random_init(repeatable=.false., image_distinct=.true.)
    call random_number(y)
    call check(any(x /= y), 'not repeatable')
    sync all
    do k = 1, num_images()
        if (k /= me) call check(any(y(:)[k] /= y), 'not repeatable, distinct images')
    end do
end program
