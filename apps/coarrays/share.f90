! For the programs in Fortran: what of n things an image has, images counted from 1, things from 0.
module share
    use arguments, only: take_none
    implicit none
contains
    pure integer function first_of(n, image)
        integer, intent(in) :: n, image
        first_of = n*(image - 1)/num_images()
    end function

    pure integer function count_of(n, image)
        integer, intent(in) :: n, image
        count_of = first_of(n, image + 1) - first_of(n, image)
    end function

    pure integer function owner_of(n, which)
        integer, intent(in) :: n, which
        owner_of = 1
        do while (first_of(n, owner_of + 1) <= which)
            owner_of = owner_of + 1
        end do
    end function

    ! The program takes no arguments, and has work for so many images.
    subroutine start(program, most)
        character(*), intent(in) :: program
        integer, intent(in) :: most
        integer :: code
        code = take_none(program, 'An example with coarrays; it checks its own answer.', this_image() == 1)
        if (code == 0) stop
        if (code > 0) stop 2, quiet=.true.
        if (num_images() > most) error stop 'there is not work for so many images'
    end subroutine
end module
