! Where the sites are, and what their electrons do: energies in eV, lengths in angstrom.
module sites
    use, intrinsic :: iso_fortran_env, only: dp => real64
    implicit none
    private
    public :: set_sites, one_electron, repulsion, core_energy, ring_energy
    real(dp), parameter :: bond = 1.40_dp, hop = -2.4_dp, on_site = 11.13_dp, coulomb = 14.3996_dp
    real(dp), parameter :: pi = acos(-1.0_dp)
    integer, public, protected :: n = 22
    character(:), allocatable, public, protected :: what
    logical :: is_ring = .false.
contains
    ! From the command line: [sites] [ring].
    subroutine set_sites()
        character(20) :: word, number
        integer :: k, status
        do k = 1, command_argument_count()
            call get_command_argument(k, word)
            if (word == 'ring') then
                is_ring = .true.
            else
                read (word, *, iostat=status) n
                if (status /= 0 .or. n < 2 .or. mod(n, 2) /= 0) error stop 'usage: ppp [EVEN NUMBER OF SITES] [ring]'
            end if
        end do
        if (is_ring .and. (mod(n, 4) /= 2 .or. n < 6)) error stop 'ppp: a ring has 6, 10, 14, ... sites'
        write (number, '(i0)') n
        what = merge('ring ', 'chain', is_ring)
        what = trim(what)//' of '//trim(number)//' sites'
    end subroutine

    ! Sites between i and j, the shorter way round a ring.
    pure integer function steps(i, j)
        integer, intent(in) :: i, j
        steps = abs(i - j)
        if (is_ring) steps = min(steps, n - steps)
    end function

    ! Of two electrons on sites i and j, as Ohno interpolates it.
    pure real(dp) function repulsion(i, j)
        integer, intent(in) :: i, j
        real(dp) :: distance
        distance = bond * steps(i, j)
        if (is_ring) distance = bond * sin(pi * steps(i, j) / n) / sin(pi / n)
        repulsion = on_site / sqrt(1 + (on_site * distance / coulomb)**2)
    end function

    ! Bonds, and on the diagonal the attraction of the other sites' cores.
    pure real(dp) function one_electron(i, j)
        integer, intent(in) :: i, j
        integer :: k
        one_electron = 0
        if (steps(i, j) == 1) one_electron = hop
        if (i == j) one_electron = -sum([(repulsion(i, k), k = 1, n)]) + on_site
    end function

    ! The cores repel each other.
    pure real(dp) function core_energy()
        integer :: i, j
        core_energy = sum([((repulsion(i, j), i = 1, j - 1), j = 2, n)])
    end function

    ! All bonds of a ring are alike, and its orbitals are waves, so its energy has a closed form. For
    ! a chain it is what the caller has found.
    pure real(dp) function ring_energy(otherwise)
        real(dp), intent(in) :: otherwise
        real(dp) :: p
        integer :: i, k
        ring_energy = otherwise
        if (.not. is_ring) return
        ring_energy = on_site / 4
        do i = 2, n
            p = 2 * sum([(cos(2 * pi * k * (i - 1) / n), k = -(n - 2) / 4, (n - 2) / 4)]) / n
            if (steps(1, i) == 1) ring_energy = ring_energy + p * hop
            ring_energy = ring_energy - p**2 * repulsion(1, i) / 4
        end do
        ring_energy = n * ring_energy
    end function
end module
