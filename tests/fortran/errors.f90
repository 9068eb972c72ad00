! Errors come back in stat, with a message, and nothing has been written.
module errors
    use, intrinsic :: iso_c_binding
    use ashlar
    use checks
    implicit none
    private
    public :: check_errors
contains
    subroutine check_errors()
        type(ga_t) :: g, none, big
        type(ga_handle_t) :: handle
        type(ga_tasks_t) :: tasks
        integer(c_int) :: stat
        integer :: whole(6, 4), small(2, 2), row(4), dims(3), n, at(2, 2)
        integer(c_int64_t), target :: wide(6, 4)
        integer, pointer :: p(:,:), line(:)
        real :: reals(2, 2)
        real(c_double) :: w(4)
        call ga_create(ashlar_int, [6, 4], g, name='matrix')
        call ga_fill(g, 5)
        small = 1
        call ga_put(g, [6, 4], [7, 5], small, stat=stat)
        call expect_error(stat, ashlar_erange, "ga_put: patch (6,4) to (7,5) outside array 'matrix', whose extents are (6,4)")
        call ga_get(g, [0, 1], [1, 2], small, stat=stat)
        call expect_error(stat, ashlar_erange, 'ga_get: patch (0,1) to (1,2) outside')
        call ga_acc(g, [1, 1], [3, 2], small, stat=stat)
        call expect_error(stat, ashlar_eshape, 'ga_acc: a buffer of shape (2,2) for a patch of shape (3,2)')
        call ga_acc(g, [1, 1], [1, 4], small, stat=stat)
        call expect_error(stat, ashlar_eshape, 'shape (2,2) for a patch of shape (1,4)')
        call ga_get(g, [1, 1], [2, 4], row, stat=stat)
        call expect_error(stat, ashlar_eshape, 'shape (4) for a patch of shape (2,4)')
        call ga_put(g, [1, 1, 1], [2, 2, 1], small, stat=stat)
        call expect_error(stat, ashlar_eshape, "3 numbers for the 2 dimensions of array 'matrix'")
        call ga_put(g, [1, 1], [2], small, stat=stat)
        call expect_error(stat, ashlar_eshape, 'dimensions')
        call ga_put(g, [1, 1], [2, 2], reals, stat=stat)
        call expect_error(stat, ashlar_etype, 'elements of type')
        wide = 1
        call ga_put(g, [1, 1], [6, 4], wide, stat=stat)
        call expect_error(stat, ashlar_etype, 'elements of type')
        call ga_get(g, [1, 1], [6, 4], whole(:, 1:4), step=[0, 1], stat=stat)
        call expect_error(stat, ashlar_earg, 'step 0')
        call ga_get_nb(g, [1, 1], [3, 1], whole(::2, 1), handle, stat)
        call expect_error(stat, ashlar_eld, 'gaps')
        call ga_fill(g, 1.0, stat)
        call expect_error(stat, ashlar_etype, 'elements of type')
        call ga_zero_patch(g, [1], [2], stat)
        call expect_error(stat, ashlar_eshape, '1 numbers')
        call ga_zero_patch(g, [1, 1], [7, 1], stat)
        call expect_error(stat, ashlar_erange, 'ga_zero_patch')
        ! The words of the module have not stayed behind.
        call ga_zero(none, stat)
        call expect_error(stat, ashlar_ehandle, 'ga_zero')
        call ga_put(none, [1, 1], [2, 2], small, stat=stat)
        call check(stat == ashlar_ehandle, 'put without an array')
        dims = 0
        call ga_extents(g, dims, stat)
        call expect_error(stat, ashlar_eshape, '3 numbers')
        call check(all(dims == 0), 'extents leaves its argument alone')
        at = 1
        call ga_gather(g, at, row, stat)
        call expect_error(stat, ashlar_eshape, '2 elements instead of 4')
        call ga_access(g, line, stat=stat)
        call expect_error(stat, ashlar_eshape, '1 numbers')
        call check(.not. associated(line), 'no pointer')
        call la_eigen(g, w, stat=stat)
        call expect_error(stat, ashlar_etype, 'elements of type')
        call ga_tasks_create(3, tasks, cost=[1d0], stat=stat)
        call expect_error(stat, ashlar_eshape, '1 elements instead of 3')
        call ga_create(ashlar_int, [3, 3], big, chunk=[1], stat=stat)
        call expect_error(stat, ashlar_eshape, '1 elements instead of 2')
        call ga_create(ashlar_int, [3, 0], big, stat=stat)
        call check(stat == ashlar_eshape .and. big%id == 0, 'create')
        call ga_create(ashlar_int, [2, 2, 2, 2, 2, 2, 2, 2], big, stat=stat)
        call check(stat == ashlar_eshape, 'create with 8 dimensions')
        call ga_get(g, [1, 1], [6, 4], whole)
        call check(all(whole == 5), 'nothing has been written')
        call ga_access(g, p)
        if (size(p) > 0) then
            nullify (p)
            call ga_release(g, p)
            call ga_release(g, p, stat)
            call check(stat == ashlar_estate, 'one release too many')
        end if
        call ga_destroy(g)
        call ga_destroy(g, stat)
        call check(stat == ashlar_ehandle, 'destroyed twice')

        ! Numbers that do not fit into the integers of a call.
        call ga_create(ashlar_llong, [1], big)
        call ga_fill(big, int(huge(n), c_int64_t) + 1)
        n = 17
        call ga_sync()
        call ga_read_inc(big, [1], 0, n, stat)
        call expect_error(stat, ashlar_erange, '2147483648 is beyond the integers')
        call check(n == 17, 'a number that does not fit')
        call ga_sync()
        call ga_fill(big, -int(huge(n), c_int64_t) - 1)
        call ga_read_inc(big, [1], 0, n, stat)
        call check(stat == ashlar_ok .and. n == -huge(n) - 1, 'the least number that fits')
        call ga_destroy(big)
        ! Nothing of an array.
        call ga_create(ashlar_int, [6, 4], g)
        call ga_put(g, [3, 1], [2, 4], whole(1:0, :))
        call ga_get(g, [7, 1], [6, 4], whole(1:0, :), stat=stat)
        call check(stat == ashlar_ok, 'an empty patch')
        call ga_destroy(g)
    end subroutine
end module
