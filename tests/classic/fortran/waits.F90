! A program that waits in MPI's calls of Fortran while others need it: all ranks but the last go into a call
! that cannot end without the last, which works on their elements first. Without an answer from inside the
! call this program does not end.
#ifdef F08
#define HANDLE(kind) type(kind)
#define STATUS type(MPI_Status)
#define SOURCE(status) status%MPI_SOURCE
#define PROGRAM_NAME waits_f08
#else
#define HANDLE(kind) integer
#define STATUS integer, dimension(MPI_STATUS_SIZE)
#define SOURCE(status) status(MPI_SOURCE)
#define PROGRAM_NAME waits
#endif
program PROGRAM_NAME
#ifdef F08
  use mpi_f08
  implicit none
#else
  implicit none
  include 'mpif.h'
#endif
  integer, parameter :: wide = WIDTH, dp = kind(1.0d0), each = 20000, tag = 5, many = 300000
  logical(wide), external :: nga_create, ga_destroy
  logical(wide) :: created
  integer :: rank, ranks, last, round, error, peer, k, failed = 0, rounds = 0, worst
  integer(wide) :: g, dims(1), chunk(1)
  integer :: ints(4), big(many) = 0
  real(dp) :: mine(each), expected(each)
  STATUS :: status_
  HANDLE(MPI_Request) :: request, requests(2)
  HANDLE(MPI_Comm) :: made
  logical :: flag
  call mpi_init(error)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, error)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, error)
  last = ranks - 1
  call ga_initialize()
  dims = int(each, wide) * ranks
  chunk = each
  created = nga_create(1013_wide, 1_wide, dims, 'waits', chunk, g)
  call check('nga_create', logical(created))
  call ga_zero(g)
  expected = 0

  ! Collective calls
  call leave()
  call mpi_barrier(MPI_COMM_WORLD, error)
  call done('mpi_barrier')

  ints = merge(7, 0, rank == last)
  call leave()
  call mpi_bcast(ints, 4, MPI_INTEGER, last, MPI_COMM_WORLD, error)
  call check('mpi_bcast', all(ints == 7))
  call done('mpi_bcast')

  call leave()
  call mpi_allreduce(rank + 1, ints(1), 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call check('mpi_allreduce', ints(1) == ranks * (ranks + 1) / 2)
  call done('mpi_allreduce')

  ints = rank + 1
  call leave()
  call mpi_allreduce(MPI_IN_PLACE, ints, 4, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
  call check('mpi_allreduce in place', all(ints == ranks))
  call done('mpi_allreduce in place')

  call leave()
  call mpi_comm_dup(MPI_COMM_WORLD, made, error)
  call done('mpi_comm_dup')
  call mpi_comm_size(made, k, error)
  call check('mpi_comm_dup', k == ranks)
  call leave()
  call mpi_barrier(made, error)
  call done('mpi_barrier of another communicator')
  call mpi_comm_free(made, error)

  call leave()
  call mpi_comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, made, error)
  call done('mpi_comm_split')
  call mpi_comm_free(made, error)

  ! Messages
  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_send([peer, 2, 3, 4], 4, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, error)
    end do
  else
    call mpi_recv(ints, 4, MPI_INTEGER, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, status_, error)
    call check('mpi_recv', ints(1) == rank .and. SOURCE(status_) == last)
  end if
  call done('mpi_recv')

  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_send([peer, 2, 3, 4], 4, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, error)
    end do
  else
    call mpi_probe(last, MPI_ANY_TAG, MPI_COMM_WORLD, status_, error)
    call check('mpi_probe', SOURCE(status_) == last)
    call mpi_recv(ints, 4, MPI_INTEGER, last, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  call done('mpi_probe')

  ! More than MPI takes before it is received
  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_recv(big, many, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, status_, error)
      call check('mpi_send', all(big == peer + 3))
    end do
  else
    big = rank + 3
    call mpi_send(big, many, MPI_INTEGER, last, tag, MPI_COMM_WORLD, error)
  end if
  call done('mpi_send')

  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_recv(ints, 1, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, status_, error)
    end do
  else
    call mpi_ssend(ints, 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, error)
  end if
  call done('mpi_ssend')

  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_sendrecv(peer, 1, MPI_INTEGER, peer, tag, ints, 1, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, status_, error)
      call check('mpi_sendrecv of the last rank', ints(1) == peer + 100)
    end do
  else
    call mpi_sendrecv(rank + 100, 1, MPI_INTEGER, last, tag, ints, 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, &
                      status_, error)
    call check('mpi_sendrecv', ints(1) == rank)
  end if
  call done('mpi_sendrecv')

  ! Requests
  if (rank /= last) call mpi_irecv(ints, 4, MPI_INTEGER, last, tag, MPI_COMM_WORLD, request, error)
  call leave()
  if (rank == last) then
    do peer = 0, last - 1
      call mpi_send([9, 9, 9, peer], 4, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, error)
    end do
  else
    call mpi_wait(request, status_, error)
    call check('mpi_wait', ints(4) == rank .and. SOURCE(status_) == last .and. request == MPI_REQUEST_NULL)
  end if
  call done('mpi_wait')

  call two_receives()
  if (rank /= last) then
    call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, error)
    call check('mpi_waitall', ints(1) == rank .and. ints(2) == rank + 1)
  end if
  call done('mpi_waitall')

  call two_receives()
  if (rank /= last) then
    call mpi_waitany(2, requests, k, status_, error)
    call check('mpi_waitany', SOURCE(status_) == last)
    call mpi_waitany(2, requests, k, MPI_STATUS_IGNORE, error)
    call check('mpi_waitany', ints(1) == rank .and. ints(2) == rank + 1)
  end if
  call done('mpi_waitany')

  created = ga_destroy(g)
  call check('ga_destroy', logical(created))
  call ga_terminate()
  call mpi_allreduce(failed, worst, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
  if (rank == 0) print *, rounds, ' calls', worst, ' failed'
  call mpi_finalize(error)
  if (worst /= 0) stop 1

contains
  subroutine check(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    if (holds) return
    failed = failed + 1
    print *, rank, 'failed: ', what
  end subroutine

  ! The last rank, and when all others are outside the library, puts, gets and adds on their elements.
  subroutine leave()
    integer(wide) :: lo(1), hi(1), ld(1)
    real(dp) :: back(each), one
    integer :: owner, nothing(1)
    rounds = rounds + 1
    one = 1
    ld = each
    if (rank /= last) then
      call mpi_send(nothing, 0, MPI_INTEGER, last, tag + 1, MPI_COMM_WORLD, error)
      return
    end if
    do owner = 0, last - 1
      call mpi_recv(nothing, 0, MPI_INTEGER, owner, tag + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end do
    do owner = 0, last - 1
      lo = int(owner, wide) * each + 1
      hi = int(owner + 1, wide) * each
      mine = [(rounds * 1d6 + k, k = 1, each)]
      call nga_put(g, lo, hi, mine, ld)
      call nga_acc(g, lo, hi, mine, ld, one)
      call nga_get(g, lo, hi, back, ld)
      call check('nga_get', all(back == 2 * mine))
    end do
    call ga_fence()
  end subroutine

  ! Everybody is out of the call: what was put and added is there.
  subroutine done(what)
    character(len=*), intent(in) :: what
    integer(wide) :: lo(1), hi(1), ld(1)
    call check(what, error == MPI_SUCCESS)
    call ga_sync()
    lo = int(rank, wide) * each + 1
    hi = int(rank + 1, wide) * each
    ld = each
    call nga_get(g, lo, hi, mine, ld)
    if (rank /= last) expected = [(2 * (rounds * 1d6 + k), k = 1, each)]
    call check(what // ': elements', all(mine == expected))
    call ga_sync()
  end subroutine

  subroutine two_receives()
    if (rank /= last) then
      call mpi_irecv(ints(1), 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, requests(1), error)
      call mpi_irecv(ints(2), 1, MPI_INTEGER, last, tag, MPI_COMM_WORLD, requests(2), error)
    end if
    call leave()
    if (rank /= last) return
    do peer = 0, last - 1
      call mpi_send(peer, 1, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, error)
      call mpi_send(peer + 1, 1, MPI_INTEGER, peer, tag, MPI_COMM_WORLD, error)
    end do
  end subroutine
end program
