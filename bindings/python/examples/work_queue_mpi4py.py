"""work_queue_mpi4py.py [N]: what work_queue.py does, in mpi4py alone: rank 0 hands out the work and collects results."""
import sys

import numpy as np
from mpi4py import MPI


def work(task, n):
    """How many steps a point of the plane stays within 2."""
    z, c = 0j, complex(-2 + 3 * (task % n) / n, -1.2 + 2.4 * (task * 7 % n) / n)
    for step in range(5000):
        z = z * z + c
        if abs(z) > 2:
            return step
    return 5000


n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
comm = MPI.COMM_WORLD
if comm.size == 1:
    steps = np.array([work(task, n) for task in range(n)])
elif comm.rank == 0:
    steps, status, next_task, busy = np.zeros(n, np.int64), MPI.Status(), 0, comm.size - 1
    while busy:
        result = comm.recv(source=MPI.ANY_SOURCE, status=status)
        if result is not None:
            steps[result[0]] = result[1]
        comm.send(next_task if next_task < n else None, status.source)
        busy -= next_task >= n
        next_task += 1
else:
    comm.send(None, 0)
    while (task := comm.recv(source=0)) is not None:
        comm.send((task, work(task, n)), 0)
if comm.rank == 0:
    print(f"{steps.sum()} steps, the longest task {steps.max()}")
