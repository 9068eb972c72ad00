! Creating and describing arrays, atomics, groups, mutexes, tasks, ghost cells.
module others
    use, intrinsic :: iso_c_binding
    use ashlar
    use checks
    implicit none
    private
    public :: check_others
    integer, parameter :: i8 = c_int64_t
contains
    subroutine check_others()
        call check(ashlar_version() == 10000*ashlar_version_major + 100*ashlar_version_minor + ashlar_version_patch &
                   .and. ashlar_version() >= 900, 'version')
        call check_arrays()
        call check_atomics()
        call check_groups()
        call check_tasks()
        call check_ghosts()
    end subroutine

    subroutine check_arrays()
        type(ga_t) :: g, h
        type(ga_group_t) :: group
        integer(c_int) :: type, ndim, rank
        integer :: dims(2), lo(2), hi(2), n, total, k
        integer(i8) :: wide(2)
        character(:), allocatable :: name
        call ga_create(ashlar_double, [7, 6], g, name='one block', chunk=[7, 6])
        call ga_inquire(g, type, ndim, group, name)
        call check(type == ashlar_double .and. ndim == 2 .and. name == 'one block', 'inquire')
        call check(group%id == ga_group_world%id, 'the group of an array')
        call ga_extents(g, dims)
        call ga_extents(g, wide)
        call check(all(dims == [7, 6]) .and. all(wide == [7, 6]), 'extents')
        call ga_locate(g, [7, 6], rank)
        call ga_distribution(g, rank, lo, hi)
        call check(all(lo == 1) .and. all(hi == [7, 6]), 'distribution of one block')
        do k = 0, ga_size() - 1
            if (k == rank) cycle
            call ga_distribution(g, k, wide, wide)
            call check(all(wide == 0), 'distribution of a rank without elements')
        end do
        call ga_create_like(g, ashlar_int, h, 'like')
        call ga_inquire(h, type=type, name=name)
        call check(type == ashlar_int .and. name == 'like', 'create_like')
        call ga_distribution(h, rank, lo, hi)
        call check(all(hi == [7, 6]), 'the distribution of a copy')
        call ga_destroy(h)
        call check(h%id == 0, 'destroy')
        call ga_destroy(g)

        call ga_create(ashlar_float, [6_i8, 4_i8], g, kind=ga_block_cyclic, chunk=[2_i8, 2_i8])
        call ga_inquire_blocks(g, n)
        call check(n == 6, 'inquire_blocks')
        total = 0
        do k = 0, ga_size() - 1
            call ga_inquire_owned(g, k, n)
            total = total + n
        end do
        call check(total == 6, 'inquire_owned')
        call ga_destroy(g)
        call ga_create(ashlar_float, [6, 4], g, kind=ga_scalapack, chunk=[2, 2], grid=[ga_size(), 1])
        call ga_locate(g, [3, 1], rank)
        call check(rank == mod(1, ga_size()), 'a grid of ranks')
        call ga_destroy(g)
        if (ga_size() > 1) then
            call ga_create_irreg(ashlar_float, [6, 4], [2, 1], [1, 5, 1], g, 'cut')
            call ga_distribution(g, 0, lo, hi)
            call check(all(lo == 1) .and. all(hi == 4), 'an irregular array')
            call ga_locate(g, [5, 4], rank)
            call check(rank == 1, 'behind a cut')
            call ga_destroy(g)
        end if
        call ga_create(ashlar_int, [8], g, mirrored=.true.)
        call ga_fill(g, 2)
        call ga_create(ashlar_int, [4], h)
        call ga_mirror_merge_patch(g, [3], [6], h, [1], [4])
        call ga_sum(h, n)
        call check(n >= 8 .and. mod(n, 8) == 0, 'mirror_merge_patch')
        call ga_destroy(h)
        call ga_mirror_merge(g)
        call ga_sum(g, n)
        call check(n >= 16 .and. mod(n, 16) == 0, 'a mirrored array')
        call ga_set_read_only(g, .true.)
        call ga_put(g, [1], [1], 1, stat=rank)
        call check(rank /= ashlar_ok, 'a read-only array')
        call ga_set_read_only(g, .false.)
        call ga_put(g, [1], [1], 1, stat=rank)
        call check(rank == ashlar_ok, 'no read-only array any more')
        call ga_destroy(g)
    end subroutine

    subroutine check_atomics()
        type(ga_t) :: g
        type(ga_mutexes_t) :: mutexes
        type(ga_handle_t) :: handle
        integer :: old, k, size
        integer(i8) :: wide
        size = ga_size()
        call ga_create(ashlar_llong, [3], g)
        call ga_zero(g)
        do k = 1, 10
            call ga_read_inc(g, [2], 1, old)
            call check(old >= 0 .and. old < 10 * size, 'read_inc')
        end do
        call ga_sync()
        call ga_read_inc(g, [2_i8], 0_i8, wide)
        call check(wide == 10 * size, 'the sum of read_inc')
        call ga_sync()
        if (ga_rank() == 0) then
            call ga_swap(g, [2], 7, old)
            call check(old == 10 * size, 'swap')
            call ga_compare_swap(g, [2], 7, 9, old)
            call check(old == 7, 'compare_swap')
            call ga_compare_swap(g, [2_i8], 7_i8, 11_i8, wide)
            call check(wide == 9, 'compare_swap of another value')
        end if
        call ga_sync()

        call ga_mutexes_create(2, mutexes)
        do k = 1, 10
            call ga_lock(mutexes, 2)
            call ga_get(g, [3], [3], wide)
            call ga_put(g, [3], [3], wide + 1)
            call ga_unlock(mutexes, 2)
        end do
        call ga_fence_array(g)
        call ga_fence_array_nb(g, handle)
        call ga_wait(handle)
        call ga_sync()
        call ga_get(g, [3], [3], wide)
        call check(wide == 10 * size, 'a mutex')
        call ga_mutexes_destroy(mutexes)

        ! A ring of notices, each after a put.
        if (size > 1) then
            if (ga_rank() > 0) call ga_notify_wait(ga_rank() - 1)
            call ga_get(g, [1], [1], wide)
            call check(wide == ga_rank(), 'a notice follows a put')
            call ga_put(g, [1], [1], wide + 1)
            call ga_fence()
            if (ga_rank() < size - 1) call ga_notify(ga_rank() + 1)
        end if
        call ga_poll()
        call ga_destroy(g)
    end subroutine

    subroutine check_groups()
        type(ga_group_t) :: half, mine, previous
        type(ga_t) :: g
        integer(c_int) :: rank, size, world, comm
        integer :: total
        call ga_group_split(ga_group_world, mod(ga_rank(), 2), 0, half)
        call ga_group_rank(half, rank)
        call ga_group_size(half, size)
        call check(rank == ga_rank() / 2 .and. size == (ga_size() + 1 - mod(ga_rank(), 2)) / 2, 'split')
        call ga_group_world_rank(half, rank, world)
        call check(world == ga_rank(), 'world_rank')
        total = 1
        call ga_allreduce(total, ashlar_sum, half)
        call check(total == size, 'allreduce over a group')
        call ga_create(ashlar_int, [10], g, group=half)
        call ga_fill(g, 1)
        call ga_sum(g, total)
        call check(total == 10, 'an array of a group')
        call ga_destroy(g)
        call ga_group_set_default(half, previous)
        call check(previous%id == ga_group_world%id .or. previous%id == ga_group_default%id, 'the default before')
        total = 1
        call ga_allreduce(total, ashlar_sum)
        call check(total == size, 'the default group')
        call ga_group_set_default(previous)
        comm = -1
        call ga_group_comm(half, comm)
        call check(comm /= -1, 'a communicator')
        call ga_group_sync(half)
        call ga_group_destroy(half)
        call ga_group_create([ga_rank()], mine)
        call ga_group_size(mine, size)
        call check(size == 1, 'group_create')
        call ga_group_destroy(mine)
        call ga_group_sync()
    end subroutine

    subroutine check_tasks()
        type(ga_tasks_t) :: tasks
        type(ga_tasks_chunk_t) :: chunk
        integer :: done(20), round, mine, taken, task, first
        integer(i8) :: k
        do round = 1, 2
            done = 0
            mine = 0
            first = 0
            if (round == 1) call ga_tasks_create(20, tasks)
            if (round == 2) call ga_tasks_create(20, tasks, cost=[(real(k, c_double), k = 1, 20)], &
                                                 order=ga_tasks_large_first, chunk=1)
            do
                call ga_tasks_next(tasks, chunk)
                if (chunk%count == 0) exit
                do k = 1, chunk%count
                    task = int(ga_tasks_at(chunk, k))
                    call check(task == ga_tasks_at(chunk, int(k)), 'tasks_at')
                    if (first == 0) first = task
                    done(task) = done(task) + 1
                    mine = mine + 1
                end do
            end do
            call ga_tasks_taken(tasks, taken)
            call check(taken == mine, 'tasks_taken')
            call ga_allreduce(done, ashlar_sum)
            call check(all(done == 1), 'each task once')
            if (round == 1) call check(first /= 1 .or. mine > 0, 'tasks as given')
            call ga_allreduce(first, ashlar_max)
            if (round == 2) call check(first == 20, 'the largest task first')
            call ga_tasks_reset(tasks)
            call ga_tasks_next(tasks, chunk)
            call ga_sync()
            mine = int(chunk%count)
            call ga_allreduce(mine, ashlar_sum)
            call check(mine > 0, 'tasks_reset')
            call ga_tasks_destroy(tasks)
            call check(tasks%id == 0, 'tasks_destroy')
        end do
    end subroutine

    subroutine check_ghosts()
        type(ga_t) :: g
        type(ga_handle_t) :: handle
        real(c_double), pointer :: p(:,:)
        integer :: i, j
        call ga_create(ashlar_double, [8, 8], g, ghosts=[1, 1])
        call ga_access(g, p)
        do j = lbound(p, 2), ubound(p, 2)
            do i = lbound(p, 1), ubound(p, 1)
                p(i, j) = i + 10 * j
            end do
        end do
        call ga_release(g, p)
        call ga_sync()
        call ga_ghosts_update_nb(g, .true., handle)
        call ga_wait(handle)
        call ga_access_ghosts(g, p)
        do j = lbound(p, 2), ubound(p, 2)
            do i = lbound(p, 1), ubound(p, 1)
                call check(p(i, j) == modulo(i - 1, 8) + 1 + 10 * (modulo(j - 1, 8) + 1), 'ghosts with corners')
            end do
        end do
        call ga_release(g, p)
        call ga_destroy(g)
        call check_edges()
        ! The block of another rank, if it is on my node, is what a get gives.
        call ga_create(ashlar_double, [8, 8], g)
        call ga_enumerate(g, 1d0, 1d0)
        call ga_access(g, p, rank=ga_rank())
        if (size(p) > 0) call check(p(lbound(p, 1), lbound(p, 2)) == lbound(p, 1) + 8 * (lbound(p, 2) - 1), 'my block')
        call ga_release(g, p)
        call ga_destroy(g)
    end subroutine

    ! Beyond the edges of the first dimension ghost cells keep their values.
    subroutine check_edges()
        type(ga_t) :: g
        real(c_double), pointer :: p(:,:)
        integer :: i, j, stat
        call ga_create(ashlar_double, [8, 8], g, ghosts=[1, 1], nonperiodic=[.true., .false.])
        call ga_access_ghosts(g, p)
        p = -1
        call ga_release(g, p)
        call ga_sync()
        call ga_enumerate(g, 1d0, 1d0)
        call ga_ghosts_update(g, .true.)
        call ga_access_ghosts(g, p)
        do j = lbound(p, 2), ubound(p, 2)
            do i = lbound(p, 1), ubound(p, 1)
                if (i < 1 .or. i > 8) then
                    call check(p(i, j) == -1, 'a ghost cell beyond the edge')
                else
                    call check(p(i, j) == i + 8 * modulo(j - 1, 8), 'a ghost cell in a periodic dimension')
                end if
            end do
        end do
        call ga_release(g, p)
        call ga_destroy(g)
        call ga_create(ashlar_double, [8, 8], g, ghosts=[1, 1], nonperiodic=[.true.], stat=stat)
        call check(stat /= ashlar_ok, 'too few of nonperiodic')
    end subroutine
end module
