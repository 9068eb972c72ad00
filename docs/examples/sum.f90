! All ranks add their numbers, from 1 on, to one element of an array, wherever that lies.
program sum
    use ashlar
    implicit none
    type(ga_t) :: a
    real(kind(1d0)) :: element, wanted

    call ga_initialize()
    call ga_create(ashlar_double, [100, 100], a, name='a')
    call ga_zero(a)
    call ga_acc(a, [17, 4], [17, 4], real(ga_rank() + 1, kind(1d0)))
    call ga_sync()
    call ga_get(a, [17, 4], [17, 4], element)
    wanted = ga_size() * (ga_size() + 1) / 2d0
    if (ga_rank() == 0) print '(a, f0.0, a, f0.0)', 'the sum is ', element, ', it should be ', wanted
    call ga_destroy(a)
    call ga_terminate()
    if (element /= wanted) stop 1
end program
