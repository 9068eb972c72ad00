"""work_queue.py [N]: N pieces of work of very different length, taken by whichever rank is free.

    mpiexec -n 4 python3 work_queue.py 1000

The sums of the orbits of x -> x*x + c under many c go to a global array, wherever its blocks lie. No rank is a master.
work_queue_mpi4py.py is the same in mpi4py alone, with a master that does nothing else.
"""
import sys

import numpy as np

import ashlar as ax


def work(task, n):
    """How many steps a point of the plane stays within 2."""
    z, c = 0j, complex(-2 + 3 * (task % n) / n, -1.2 + 2.4 * (task * 7 % n) / n)
    for step in range(5000):
        z = z * z + c
        if abs(z) > 2:
            return step
    return 5000


n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
steps = ax.zeros(n, np.int64, name="steps")
for task in ax.tasks(n):
    steps[task] = work(task, n)
ax.sync()
total, longest = steps.sum(), steps.max()  # collective
if ax.rank() == 0:
    print(f"{total} steps, the longest task {longest}")
