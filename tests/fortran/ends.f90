! Rank 1 reads what is not there.
program ends
    use ashlar
    implicit none
    type(ga_t) :: g
    real :: buf(5, 2)
    call ga_initialize()
    call ga_create(ashlar_float, [5, 4], g, name='small')
    if (ga_rank() == 1) call ga_get(g, [3, 1], [7, 2], buf)
    call ga_sync()
    call ga_terminate()
end program
