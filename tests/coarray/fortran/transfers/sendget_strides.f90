! Copies from one other image to another between sections with strides: rows, columns, backwards.
program sendget_strides
    use checks, only: check
    implicit none
    integer, parameter :: rows = 7, columns = 5
    integer, save :: from(rows, columns)[*], to(rows, columns)[*], line(columns)[*]
    integer :: me, n, source, target, i, j, stride
    me = this_image()
    n = num_images()
    source = n
    target = n/2 + 1
    from = reshape([((1000*me + 10*i + j, i=1, rows), j=1, columns)], [rows, columns])
    to = -1
    line = [(100*me + j, j=1, columns)]
    sync all
    if (me == 1) then
        to(3, :)[target] = line(:)[source]
        to(1:7:2, 2)[target] = from(7:1:-2, 4)[source]
        to(5, 1:5:2)[target] = from(1:5:2, 1)[source]
        to(2:6:4, 5:3:-2)[target] = from(6:2:-4, 1:3:2)[source]
    end if
    sync all
    if (me == target) then
        call check(all(to(3, [1, 3, 4, 5]) == 100*source + [1, 3, 4, 5]), 'line to a row')
        call check(all(to(1:7:2, 2) == 1000*source + [74, 54, 34, 14]), 'column backwards')
        call check(all(to(5, 1:5:2) == 1000*source + [11, 31, 51]), 'column to a row')
        call check(all(to(2:6:4, 5) == 1000*source + [61, 21]), 'two columns backwards: the first')
        call check(all(to(2:6:4, 3) == 1000*source + [63, 23]), 'two columns backwards: the second')
        call check(count(to == -1) == rows*columns - 15, 'what the copies leave')
    end if
    sync all
    do stride = 1, 3
        to = 0
        sync all
        if (me == 1) to(1:rows:stride, :)[target] = from(1:rows:stride, :)[source]
        sync all
        if (me == target) then
            do i = 1, rows
                call check(all(to(i, :) == merge(1000*source + 10*i + [1, 2, 3, 4, 5], 0, mod(i - 1, stride) == 0)), 'rows at a stride')
            end do
        end if
        sync all
    end do
end program
