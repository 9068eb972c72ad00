! The Pariser-Parr-Pople model of the pi electrons of a chain or ring of carbon atoms, one electron a
! site, by Hartree and Fock's method: a small program of the same shape as a large one.
!
! Fock matrix: f(i,j) = h(i,j) - p(i,j) gamma(i,j) / 2, and on the diagonal + sum over j of
! p(j,j) gamma(i,j), where p is the density. Tasks are pairs of blocks of sites, and are handed out by
! a counter that all ranks read and increment.
program ppp
    use, intrinsic :: iso_fortran_env, only: dp => real64
    use ashlar
    use arguments, only: finish
    use sites, only: n, set_sites, one_electron, repulsion, core_energy, ring_energy, what
    implicit none
    integer, parameter :: width = 8 ! sites of a block
    type(ga_t) :: h, p, f, z, old, diagonal, counter
    real(dp), allocatable :: values(:)
    real(dp) :: energy, change, electrons, charge, part
    integer :: iteration, code

    call ga_initialize()
    code = set_sites(ga_rank() == 0)
    if (code >= 0) then
        call ga_terminate()
        call finish(code)
    end if
    call ga_create(ashlar_double, [n, n], h, name='one-electron part')
    call ga_create_like(h, ashlar_double, p, 'density')
    call ga_create_like(h, ashlar_double, f, 'Fock matrix')
    call ga_create_like(h, ashlar_double, z, 'orbitals')
    call ga_create_like(h, ashlar_double, old, 'density before')
    call ga_create(ashlar_double, [n], diagonal)
    call ga_create(ashlar_int, [1], counter)
    allocate (values(n))
    call fill_one_electron(h)

    ! At first every site has its electron and there are no bonds.
    call ga_zero(p)
    call ga_shift_diagonal(p, 1.0_dp)
    change = 1
    iteration = 0
    do while (change > 1e-10_dp .and. iteration < 200)
        iteration = iteration + 1
        call build_fock(p, f)
        call ga_copy(p, old)
        call la_eigen(f, values, z)
        call la_gemm_patch('n', 't', 2.0_dp, z, [1, 1], [n, n / 2], z, [1, 1], [n, n / 2], 0.0_dp, p, [1, 1], [n, n])
        call ga_add(1.0_dp, p, -1.0_dp, old, old)
        call ga_norm(old, ga_entry_norm_inf, change)
    end do
    call build_fock(p, f)
    call ga_dot(p, h, part)
    call ga_dot(p, f, energy)
    energy = (energy + part) / 2 + core_energy()

    ! The density must be this, whatever the energy: all electrons, one on each site (the theorem of
    ! Coulson and Rushbrooke), and p*p = 2*p.
    call ga_get_diagonal(p, diagonal)
    call ga_sum(diagonal, electrons)
    call ga_add_constant(diagonal, -1.0_dp)
    call ga_norm(diagonal, ga_entry_norm_inf, charge)
    call ga_copy(p, old)
    call la_gemm('n', 'n', 1.0_dp, p, p, -2.0_dp, old)
    call ga_norm(old, ga_entry_norm_inf, part)
    if (ga_rank() == 0) then
        print '(a, f0.8, a, i0, a)', what//': energy ', energy, ' eV after ', iteration, ' iterations'
        print '(a, f0.8, a, es7.1, a, es7.1)', 'electrons ', electrons, ', largest charge ', charge, &
            ', largest element of p*p - 2*p ', part
    end if
    call ga_destroy(h)
    call ga_destroy(p)
    call ga_destroy(f)
    call ga_destroy(z)
    call ga_destroy(old)
    call ga_destroy(diagonal)
    call ga_destroy(counter)
    call ga_terminate()
    if (abs(electrons - n) > 1e-8_dp .or. charge > 1e-8_dp .or. part > 1e-8_dp .or. change > 1e-10_dp) error stop 1
    if (abs(energy - ring_energy(energy)) > 1e-8_dp) error stop 'this is not the energy of a ring'

contains

    ! Everyone writes to its own block, through a pointer that has the indices of the matrix.
    subroutine fill_one_electron(h)
        type(ga_t), intent(in) :: h
        real(dp), pointer :: block(:, :)
        integer :: i, j
        call ga_access(h, block)
        do j = lbound(block, 2), ubound(block, 2)
            do i = lbound(block, 1), ubound(block, 1)
                block(i, j) = one_electron(i, j)
            end do
        end do
        call ga_release(h, block)
        call ga_sync()
    end subroutine

    ! f = the Fock matrix of density p. Collective.
    subroutine build_fock(p, f)
        type(ga_t), intent(in) :: p, f
        integer :: blocks, task
        blocks = (n + width - 1) / width
        call ga_zero(counter)
        call ga_copy(h, f)
        call ga_read_inc(counter, [1], 1, task)
        do while (task < blocks**2)
            call do_task(p, f, 1 + width * mod(task, blocks), 1 + width * (task / blocks))
            call ga_read_inc(counter, [1], 1, task)
        end do
        call ga_sync()
    end subroutine

    ! The interactions of sites i0, ... and j0, ...
    subroutine do_task(p, f, i0, j0)
        type(ga_t), intent(in) :: p, f
        integer, intent(in) :: i0, j0
        real(dp) :: p_ij(width, width), p_jj(width, width), f_ij(width, width), f_ii(width, width)
        integer :: i1, j1, m, k, i, j
        i1 = min(i0 + width - 1, n)
        j1 = min(j0 + width - 1, n)
        m = i1 - i0 + 1
        k = j1 - j0 + 1
        call ga_get(p, [i0, j0], [i1, j1], p_ij(:m, :k))
        call ga_get(p, [j0, j0], [j1, j1], p_jj(:k, :k))
        f_ii = 0
        do j = 1, k
            do i = 1, m
                f_ij(i, j) = -p_ij(i, j) * repulsion(i0 + i - 1, j0 + j - 1) / 2
                f_ii(i, i) = f_ii(i, i) + p_jj(j, j) * repulsion(i0 + i - 1, j0 + j - 1)
            end do
        end do
        call ga_acc(f, [i0, j0], [i1, j1], f_ij(:m, :k))
        call ga_acc(f, [i0, i0], [i1, i1], f_ii(:m, :m))
    end subroutine
end program
