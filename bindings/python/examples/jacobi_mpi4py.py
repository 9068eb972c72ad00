"""jacobi_mpi4py.py [N [SWEEPS]]: what jacobi.py does, in mpi4py alone: blocks, neighbours and messages by hand."""
import sys

import numpy as np
from mpi4py import MPI

n, sweeps = (int(one) for one in (sys.argv[1:] + ["200", "2000"][len(sys.argv) - 1 :])[:2])
dims = MPI.Compute_dims(MPI.COMM_WORLD.size, 2)
comm = MPI.COMM_WORLD.Create_cart(dims)
place = comm.Get_coords(comm.rank)
cuts = [[n * k // dims[d] for k in range(dims[d] + 1)] for d in (0, 1)]
rows, columns = (cuts[d][place[d] + 1] - cuts[d][place[d]] for d in (0, 1))
u = np.zeros((rows + 2, columns + 2))
if place[0] == 0:
    u[0, :] = 1
north, south = comm.Shift(0, 1)
west, east = comm.Shift(1, 1)
for sweep in range(sweeps):
    for there, back, mine, theirs in (
        (north, south, np.s_[1, 1:-1], np.s_[-1, 1:-1]),
        (south, north, np.s_[-2, 1:-1], np.s_[0, 1:-1]),
        (west, east, np.s_[1:-1, 1], np.s_[1:-1, -1]),
        (east, west, np.s_[1:-1, -2], np.s_[1:-1, 0]),
    ):
        got = np.array(u[theirs])
        comm.Sendrecv(np.ascontiguousarray(u[mine]), there, recvbuf=got, source=back)
        if back != MPI.PROC_NULL:
            u[theirs] = got
    u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
heat = comm.allreduce(u[1:-1, 1:-1].sum()) / n**2
blocks = comm.gather(u[1:-1, 1:-1])
if comm.rank == 0:
    plate = np.empty((n, n))
    for rank, block in enumerate(blocks):
        i, j = comm.Get_coords(rank)
        plate[cuts[0][i] : cuts[0][i + 1], cuts[1][j] : cuts[1][j + 1]] = block
    print(f"mean temperature after {sweeps} sweeps: {heat:.6f}")
