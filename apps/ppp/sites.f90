! Where the sites are, and what their electrons do: energies in eV, lengths in angstrom.
module sites
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use arguments, only: argument, is_help, refuse
    implicit none
    private
    public :: set_sites, one_electron, repulsion, core_energy, ring_energy
    real(dp), parameter :: bond = 1.40_dp, hop = -2.4_dp, on_site = 11.13_dp, coulomb = 14.3996_dp
    real(dp), parameter :: pi = acos(-1.0_dp)
    integer, public, protected :: n = 22
    character(:), allocatable, public, protected :: what
    logical :: is_ring = .false.
contains
    ! From the command line: [sites] [ring]. The exit code, or -1: go on. The first rank prints.
    integer function set_sites(is_first) result(code)
        logical, intent(in) :: is_first
        character(:), allocatable :: word, why
        character(20) :: number
        integer :: k
        logical :: has_number
        code = -1
        has_number = .false.
        why = ''
        do k = 1, command_argument_count()
            word = argument(k)
            if (is_help(word)) then
                code = 0
                exit
            else if (word == 'ring' .and. .not. is_ring) then
                is_ring = .true.
            else if (.not. has_number) then
                has_number = is_even_number(word, n)
                if (.not. has_number) why = "'"//word//"' is neither an even number of sites from 2 to 99998 nor `ring`"
            else
                why = "'"//word//"' is one word too many"
            end if
            if (len(why) > 0) exit
        end do
        if (code < 0 .and. len(why) == 0 .and. is_ring .and. (mod(n, 4) /= 2 .or. n < 6)) &
            why = 'a ring has 6, 10, 14, ... sites'
        if (len(why) > 0) code = 2
        if (code == 0 .and. is_first) print '(a)', 'usage: ppp [SITES] [ring]', '', &
            'The pi electrons of a chain, or ring, of carbon atoms; SITES is even (22).', '', &
            '  -h, --help  print this help'
        if (code == 2 .and. is_first) call refuse('ppp', why//' (--help says more)')
        write (number, '(i0)') n
        what = merge('ring ', 'chain', is_ring)
        what = trim(what)//' of '//trim(number)//' sites'
    end function

    ! Read one, of digits only; list-directed input would take `4,x` and `4/x` for 4.
    logical function is_even_number(word, number) result(is)
        character(*), intent(in) :: word
        integer, intent(inout) :: number
        integer :: value
        is = len(word) >= 1 .and. len(word) <= 5 .and. verify(word, '0123456789') == 0
        if (.not. is) return
        read (word, '(i5)') value
        is = value >= 2 .and. mod(value, 2) == 0
        if (is) number = value
    end function

    ! Sites between i and j, the shorter way round a ring.
    pure integer function steps(i, j)
        integer, intent(in) :: i, j
        steps = abs(i - j)
        if (is_ring) steps = min(steps, n - steps)
    end function

    ! The repulsion of two electrons on sites i and j, as Ohno interpolates it.
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
