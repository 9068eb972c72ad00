! The atomic subroutines of Fortran 2018 on other images, each alone and from all images at once.
program atomics
    use, intrinsic :: iso_fortran_env, only: ik => atomic_int_kind, lk => atomic_logical_kind
    use checks, only: check
    implicit none
    integer, parameter :: rounds = 100
    integer(ik), save :: a[*], list(3)[*]
    integer(ik), allocatable :: made(:)[:]
    logical(lk), save :: flag[*]
    integer(ik) :: old, got
    logical(lk) :: was, is
    integer :: me, n, next, before, round, k, stat
    logical, allocatable :: seen(:)
    me = this_image()
    n = num_images()
    next = mod(me, n) + 1
    before = modulo(me - 2, n) + 1

    list = [5, 0, 7]
    sync all
    call atomic_define(a[next], 10*me)
    call atomic_define(flag[next], mod(me, 2) == 0)
    sync all
    call atomic_ref(got, a)
    call check(got == 10*before, 'atomic_define of an integer')
    call atomic_ref(got, a[next])
    call check(got == 10*me, 'atomic_ref of an integer')
    call atomic_ref(is, flag)
    call check(is .eqv. mod(before, 2) == 0, 'atomic_define of a logical')
    call atomic_ref(is, flag[next], stat)
    call check((is .eqv. mod(me, 2) == 0) .and. stat == 0, 'atomic_ref of a logical')
    sync all

    call atomic_define(list(2)[next], 12_ik)
    call atomic_add(list(2)[next], 3_ik, stat)
    call check(stat == 0, 'stat of atomic_add')
    call atomic_ref(got, list(2)[next])
    call check(got == 15, 'atomic_add')
    call atomic_and(list(2)[next], 6_ik)
    call atomic_ref(got, list(2)[next])
    call check(got == 6, 'atomic_and')
    call atomic_or(list(2)[next], 9_ik)
    call atomic_ref(got, list(2)[next])
    call check(got == 15, 'atomic_or')
    call atomic_xor(list(2)[next], 5_ik)
    call atomic_ref(got, list(2)[next])
    call check(got == 10, 'atomic_xor')
    call atomic_fetch_add(list(2)[next], -3_ik, old)
    call check(old == 10, 'old of atomic_fetch_add')
    call atomic_fetch_and(list(2)[next], 3_ik, old)
    call check(old == 7, 'old of atomic_fetch_and')
    call atomic_fetch_or(list(2)[next], 8_ik, old)
    call check(old == 3, 'old of atomic_fetch_or')
    call atomic_fetch_xor(list(2)[next], 1_ik, old, stat)
    call check(old == 11 .and. stat == 0, 'old of atomic_fetch_xor')
    call atomic_cas(list(2)[next], old, 10_ik, 77_ik)
    call check(old == 10, 'old of atomic_cas that swaps')
    call atomic_cas(list(2)[next], old, 10_ik, 88_ik, stat)
    call check(old == 77 .and. stat == 0, 'old of atomic_cas that does not swap')
    call atomic_ref(got, list(2)[next])
    call check(got == 77, 'what atomic_cas leaves')
    call atomic_define(flag[next], .true._lk)
    call atomic_cas(flag[next], was, .true._lk, .false._lk)
    call check(was, 'old of atomic_cas of a logical')
    call atomic_ref(is, flag[next])
    call check(.not. is, 'what atomic_cas of a logical leaves')
    sync all
    call check(list(1) == 5 .and. list(3) == 7, 'neighbours of what is changed')
    a = 0
    list = 0
    sync all

    do round = 1, rounds ! all at once
        call atomic_add(a[1], 1_ik)
        do k = 1, 3
            call atomic_fetch_add(list(k)[n], int(k, ik), old)
            call check(mod(old, k) == 0 .and. old < k*rounds*n, 'old of atomic_fetch_add of all')
        end do
    end do
    sync all
    call atomic_ref(got, a[1])
    call check(got == rounds*n, 'atomic_add of all')
    do k = 1, 3
        call atomic_ref(got, list(k)[n])
        call check(got == k*rounds*n, 'atomic_fetch_add of all')
    end do
    sync all

    allocate (made(2)[*]) ! tickets: each is given once
    made = 0
    allocate (seen(0:rounds*n))
    seen = .false.
    sync all
    do round = 1, rounds
        call atomic_fetch_add(made(2)[1], 1_ik, old)
        call check(.not. seen(old), 'a ticket given twice to one image')
        seen(old) = .true.
        call atomic_add(a[n], old)
    end do
    sync all
    call atomic_ref(got, made(2)[1])
    call check(got == rounds*n, 'tickets')
    call atomic_ref(got, a[n])
    call check(got == merge(rounds*n, 0, n == 1) + (rounds*n*(rounds*n - 1))/2, 'sum of tickets')
    sync all

    a = 0 ! add one by compare and swap
    sync all
    do round = 1, rounds
        call atomic_ref(old, a[1])
        do
            got = old
            call atomic_cas(a[1], old, got, got + 1)
            if (old == got) exit
        end do
    end do
    sync all
    call atomic_ref(got, a[1])
    call check(got == rounds*n, 'sum by compare and swap')

    sync all
    a = 0 ! bits of all images
    sync all
    call atomic_or(a[1], ishft(1_ik, me))
    sync all
    call atomic_ref(got, a[1])
    call check(got == ishft(1_ik, n + 1) - 2, 'atomic_or of all')
    sync all
    call atomic_xor(a[1], ishft(1_ik, me))
    sync all
    call atomic_ref(got, a[1])
    call check(got == 0, 'atomic_xor of all')
end program
