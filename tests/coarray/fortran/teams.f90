! Teams: numbers and images of them, coarrays of the parent within a team, coarrays allocated within a
! team, synchronisation and collectives of one team only, teams of teams.
program teams
    use, intrinsic :: iso_fortran_env, only: team_type
    use checks, only: check
    implicit none
    integer, save :: x(4)[*], y[*]
    integer, allocatable :: z(:)[:]
    integer :: me, n
    me = this_image()
    n = num_images()
    call check(team_number() == -1, 'number of the initial team')
    call halves()
    call unequal_work()
    call nested()
    call one_each()
    call many_times()
    call check(this_image() == me .and. num_images() == n, 'images after all teams')
contains
    ! Images 1 3 5 ... are team 1, images 2 4 6 ... team 2.
    subroutine halves()
        type(team_type) :: half
        integer :: mine, others, number, k, total, sum_of_all
        number = 2 - mod(me, 2)
        others = (n + mod(me, 2))/2
        mine = (me + 1)/2
        x = me
        form team (number, half)
        call check(this_image() == me .and. num_images() == n, 'images after form team')
        change team (half)
            call check(team_number() == number, 'number of a team')
            call check(team_number(half) == number, 'number of a given team')
            call check(num_images() == others, 'images of a team')
            call check(this_image() == mine, 'this image in a team')
            do k = 1, num_images() ! coarrays of the parent, by the images of the team
                call check(x(1)[k] == 2*k - mod(me, 2), 'get within a team')
            end do
            sync all
            x(2)[mod(mine, others) + 1] = 10*mine
            sync all
            call check(x(2) == 10*(modulo(mine - 2, others) + 1), 'put within a team')
            x(3:4)[mine] = x(1:2)[mod(mine, others) + 1]
            call check(x(3) == 2*(mod(mine, others) + 1) - mod(me, 2), 'copy within a team')
            call check(x(4) == 10*mine, 'copy within a team of what was put')
            total = me
            call co_sum(total)
            sum_of_all = 0
            do k = 1, others
                sum_of_all = sum_of_all + 2*k - mod(me, 2)
            end do
            call check(total == sum_of_all, 'co_sum within a team')
            total = me
            call co_broadcast(total, others)
            call check(total == 2*others - mod(me, 2), 'co_broadcast within a team')
            sync all
            if (mine == 1) sync images(*)
            if (mine > 1) sync images(1)
        end team
        call check(team_number() == -1, 'number after end team')
        sync all
        call check(x(1)[mod(me, n) + 1] == mod(me, n) + 1, 'get after end team')
        sync all
    end subroutine

    ! One team allocates, synchronises and frees more often than the other one, which does not wait.
    subroutine unequal_work()
        type(team_type) :: half
        integer :: round, k
        form team (merge(5, 9, me <= n/2), half)
        change team (half)
            do round = 1, merge(3, 12, team_number() == 5)
                allocate (z(round + team_number())[*])
                z = 100*team_number() + this_image()
                sync all
                do k = 1, num_images()
                    call check(z(round)[k] == 100*team_number() + k, 'get of what a team allocated')
                end do
                sync all
                z(1)[mod(this_image(), num_images()) + 1] = round
                sync all
                call check(z(1) == round .and. size(z) == round + team_number(), 'put to what a team allocated')
                deallocate (z)
            end do
        end team
        sync all
    end subroutine

    subroutine nested()
        type(team_type) :: half, quarter, all_of_them
        integer :: outer, inner, k
        form team (1, all_of_them)
        change team (all_of_them)
            call check(num_images() == n .and. this_image() == me, 'a team of all')
            form team (2 - mod(me, 2), half)
            change team (half)
                outer = this_image()
                form team (2 - mod(outer, 2), quarter)
                y = 1000*me
                change team (quarter)
                    inner = this_image()
                    call check(inner == (outer + 1)/2, 'this image in a team of a team')
                    do k = 1, num_images()
                        call check(y[k] == 1000*(4*k - 4 + modulo(me - 1, 4) + 1), 'get within a team of a team')
                    end do
                    sync team (all_of_them)
                    sync team (half)
                end team
                call check(this_image() == outer, 'this image after the team of a team')
                sync team (quarter)
            end team
        end team
        sync all
    end subroutine

    ! Teams of one image: x[1] is mine.
    subroutine one_each()
        type(team_type) :: alone
        x = 7*me
        sync all
        form team (me, alone)
        change team (alone)
            call check(this_image() == 1 .and. num_images() == 1, 'a team of one')
            call check(team_number() == me, 'number of a team of one')
            call check(x(1)[1] == 7*me, 'get in a team of one')
            x(2)[1] = me
            x(3)[1] = x(1)[1]
            sync all
            call check(x(2) == me .and. x(3) == 7*me, 'put and copy in a team of one')
        end team
        sync all
    end subroutine

    subroutine many_times()
        type(team_type) :: some
        integer :: round, total
        do round = 1, 30
            form team (1 + mod(me + round, 3), some)
            change team (some)
                total = 1
                call co_sum(total)
                call check(total == num_images(), 'images of a new team')
            end team
        end do
        sync all
    end subroutine
end program
