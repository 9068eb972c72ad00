! References to components that the other image allocates a moment later: they wait. Image 2 begins when
! image 1 is about to refer to one. On a machine that is very busy a few may come too late.
program late
    use, intrinsic :: iso_fortran_env, only: atomic_int_kind
    use checks, only: check
    implicit none
    integer, parameter :: rounds = 20
    type :: box
        integer, allocatable :: values(:)
    end type
    type(box), save :: boxes(rounds)[*]
    integer(atomic_int_kind), save :: asked[*] = 0
    integer(atomic_int_kind) :: round
    integer :: k, status, value, in_time
    sync all
    in_time = 0
    do k = 1, rounds
        if (this_image() == 1) then
            call atomic_define(asked[2], k)
            value = boxes(k)[2, stat=status]%values(2)
            if (status == 0) in_time = in_time + 1
        else if (this_image() == 2) then
            do
                call atomic_ref(round, asked)
                if (round == k) exit
            end do
            allocate (boxes(k)%values(2))
        end if
        sync all
    end do
    call check(this_image() /= 1 .or. in_time >= rounds/2, 'references to components not allocated yet')
end program
