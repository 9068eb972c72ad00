! Coarrays of Fortran: each image writes to its neighbour, and all add up.
program check_images
    implicit none
    integer :: got[*], total, me, images

    me = this_image()
    images = num_images()
    got[merge(1, me + 1, me == images)] = me
    sync all
    if (got /= merge(images, me - 1, me == 1)) error stop 'a wrong number came from the neighbour'
    total = got
    call co_sum(total)
    if (total /= images*(images + 1)/2) error stop 'co_sum: a wrong sum'
end program
