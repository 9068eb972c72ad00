! Image control by sync statements: what was put before is there behind, between all, sets and pairs;
! stat= and errmsg=; critical.
program sync
    use, intrinsic :: iso_fortran_env, only: atomic_int_kind
    use checks, only: check, chance, chances_from
    implicit none
    integer, parameter :: rounds = 50
    integer, save :: x(0:20*16)[*], counter[*], inside[*]
    integer(atomic_int_kind), save :: flag[*]
    integer :: me, n
    me = this_image()
    n = num_images()
    call all_of_them()
    call a_ring()
    call random_pairs()
    call one_and_all()
    call sets_of_images()
    call lists_in_any_order()
    call memory_fences()
    call critical_sections()
contains
    subroutine all_of_them()
        integer :: round, to, stat
        character(40) :: words
        words = 'untouched'
        do round = 1, rounds
            to = mod(me + round - 1, n) + 1
            x(round)[to] = 1000*round + me
            stat = 77
            sync all(stat=stat, errmsg=words)
            call check(stat == 0, 'stat of sync all')
            call check(words == 'untouched', 'errmsg of sync all')
            call check(x(round) == 1000*round + modulo(me - round - 1, n) + 1, 'what was put before sync all')
        end do
        sync all
    end subroutine

    ! A token goes round: each image waits for the one before.
    subroutine a_ring()
        integer :: round
        if (n == 1) return
        x = 0
        sync all
        do round = 1, rounds
            if (me > 1 .or. round > 1) sync images(modulo(me - 2, n) + 1)
            if (me == 1) then
                call check(x(0) == (round - 1)*n, 'the token on image 1')
            else
                call check(x(0) == (round - 1)*n + me - 1, 'the token')
            end if
            x(0)[mod(me, n) + 1] = x(0) + 1
            sync images(mod(me, n) + 1)
        end do
        if (me == 1) sync images(n)
        sync all
        if (me == 1) call check(x(0) == rounds*n, 'the token at the end')
        sync all
    end subroutine

    ! All know who meets whom, in what order; the others do not wait.
    subroutine random_pairs()
        integer :: round, a, b, stat
        if (n == 1) return
        call chances_from(77)
        x = 0
        sync all
        do round = 1, 20*min(n, 16)
            a = chance(n)
            b = modulo(a + chance(n - 1) - 1, n) + 1
            if (me == a) then
                x(round)[b] = round
                sync images(b, stat=stat)
                call check(stat == 0, 'stat of sync images')
                sync images(b)
                call check(x(round) == -round, 'what the other one of a pair put')
            else if (me == b) then
                sync images([a])
                call check(x(round) == round, 'what the first of a pair put')
                x(round)[a] = -round
                sync images([a])
            end if
        end do
        sync all
    end subroutine

    subroutine one_and_all()
        integer :: p
        x = 0
        sync all
        if (me == 1) then
            do p = 1, n
                x(p)[p] = 5*p
            end do
            sync images(*)
            sync images(*)
            do p = 1, n
                call check(x(p)[1] == merge(-p, 5, p > 1), 'what all put for image 1')
            end do
        else
            sync images(1)
            call check(x(me) == 5*me, 'what image 1 put for all')
            x(me)[1] = -me
            sync images(1)
        end if
        sync images(*)
        sync images(me)
        sync all
    end subroutine

    ! Odd images meet odd ones, even even, twice as often.
    subroutine sets_of_images()
        integer :: round, k
        integer, allocatable :: mine(:)
        allocate (mine((n + mod(me, 2))/2))
        mine(:) = [(2*k - mod(me, 2), k=1, size(mine))]
        x = 0
        sync all
        do round = 1, merge(10, 20, mod(me, 2) == 1)
            x(round)[mine(mod(me/2 + mod(me, 2), size(mine)) + 1)] = round*me
            sync images(mine)
            call check(x(round) > 0 .and. mod(x(round), round) == 0, 'what one of a set put')
            call check(mod(x(round)/round - me, 2) == 0, 'one of another set put')
            sync images(mine)
        end do
        sync all
    end subroutine

    ! A value first, then a flag: who sees the flag sees the value.
    ! All images, the last first and me among them; and lists that name an image twice, which tell nobody.
    subroutine lists_in_any_order()
        integer :: round, k, stat
        character(60) :: words
        do round = 1, 5
            x(me) = 0
            sync all
            x(me)[mod(me, n) + 1] = 100*round + me
            stat = 77
            sync images([(k, k=n, 1, -1)], stat=stat)
            call check(stat == 0, 'stat of sync images, the last first')
            k = modulo(me - 2, n) + 1
            call check(x(k) == 100*round + k, 'what was put before sync images, the last first')
            stat = 0
            sync images([me, n, me], stat=stat, errmsg=words)
            call check(stat /= 0, 'stat of an image that is listed twice')
            call check(index(words, 'listed twice') > 0, 'errmsg of an image that is listed twice')
            stat = 0
            sync images([(1, k=1, 70)], stat=stat)
            call check(stat /= 0, 'stat of an image that is listed 70 times')
            sync all
        end do
    end subroutine

    subroutine memory_fences()
        integer(atomic_int_kind) :: seen
        integer :: round, stat
        if (n == 1) return
        do round = 1, rounds
            if (me == 1) then
                x(0)[n] = 3*round
                sync memory(stat=stat)
                call check(stat == 0, 'stat of sync memory')
                call atomic_define(flag[n], round)
                sync images(n)
            else if (me == n) then
                seen = 0
                do while (seen /= round)
                    call atomic_ref(seen, flag)
                end do
                sync memory
                call check(x(0) == 3*round, 'what was put before a flag')
                sync images(1)
            end if
        end do
        sync all
    end subroutine

    subroutine critical_sections()
        integer :: round, many
        counter = 0
        inside = 0
        sync all
        do round = 1, rounds
            critical
                many = inside[1]
                inside[1] = many + 1
                call check(many == 0, 'two images in a critical section')
                counter[1] = counter[1] + 1
                inside[1] = inside[1] - 1
            end critical
            critical ! another one
                counter[n] = counter[n] + 1
            end critical
        end do
        sync all
        call check(counter[1] == merge(2, 1, n == 1)*rounds*n, 'count in a critical section')
        call check(counter[n] == merge(2, 1, n == 1)*rounds*n, 'count in another critical section')
    end subroutine
end program
