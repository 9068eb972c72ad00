! A matrix is transposed over images in Fortran: an image has columns of it, and blocks are sections.
program coarray_transpose_fortran
    use, intrinsic :: iso_fortran_env, only: real64
    use share
    implicit none
    integer, parameter :: blocks = 18, block = 8, side = blocks*block
    real(real64), allocatable :: a(:, :)[:], b(:, :)[:]
    integer :: me, first, columns, owner, row, column, i, j, k, wrong

    call start('coarray_transpose_fortran', blocks)
    me = this_image()
    first = first_of(blocks, me)
    columns = count_of(blocks, me)
    allocate (a(side, block*((blocks - 1)/num_images() + 1))[*])
    allocate (b(side, size(a, 2))[*])
    do j = 1, columns*block
        a(:, j) = [(entry(i, first*block + j), i=1, side)]
    end do
    do k = 0, blocks - 1
        i = mod(k + first, blocks) ! not all to the same image at once
        owner = owner_of(blocks, i)
        column = (i - first_of(blocks, owner))*block ! there
        do j = 0, columns - 1
            row = (first + j)*block
            b(row + 1:row + block, column + 1:column + block)[owner] = &
                transpose(a(i*block + 1:(i + 1)*block, j*block + 1:(j + 1)*block))
        end do
    end do
    sync all

    wrong = 0
    do j = 1, columns*block
        wrong = wrong + count(int(b(:, j)) /= [(entry(first*block + j, i), i=1, side)])
    end do
    call co_sum(wrong)
    if (me == 1) print '(3(a, i0), a)', 'transpose: ', side, ' x ', side, ', ', wrong, ' wrong'
    if (wrong /= 0) error stop
contains
    pure integer function entry(row, column)
        integer, intent(in) :: row, column
        entry = (row - 1)*side + column - 1
    end function
end program
