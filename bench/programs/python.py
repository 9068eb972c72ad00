"""python.py LOOPS CSV|- [REPETITIONS]: times of the package for Python beside cffi's own calls and loops in C, by turns.

LOOPS is the library of python_loops.c. Rank 0 reads from the block of the last rank; all ranks multiply. `-`: no file.
"""
import sys
import time

import numpy as np
from cffi import FFI

import ashlar as ax
from ashlar._library import ffi, lib

HEADER = "library,row,ranks,bytes,repetitions,min_us,quartile1_us,median_us,quartile3_us,max_us,share,changes,shares,samples_us"
loops_ffi = FFI()
loops_ffi.cdef(
    "double python_loop_get(int32_t g, int64_t i, int64_t j, int64_t n, double *buf, int times);"
    "double python_loop_matmul(int32_t a, int32_t b, int64_t n);"
)
loops = loops_ffi.dlopen(sys.argv[1])
repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 21
short = repetitions == 1
comm = ax.world.comm
n, m = (1000, 353) if not short else (100, 35)
a, b = ax.random((n, n), seed=1), ax.random((n, n), seed=2)
block = a.blocks(ax.size() - 1)[0]
i, j = block.lo
x = np.empty((m, m), order="F")


def seconds(function, times):
    begin = time.perf_counter()
    for _ in range(times):
        function()
    return (time.perf_counter() - begin) / times


def cffi_get():
    buffer, get, g = ffi.new("double[1]"), lib.ga_get, a._handle
    begin = time.perf_counter()
    for _ in range(few):
        get(g, i, i, j, j, buffer, 1)
    return (time.perf_counter() - begin) / few


def package_get():
    below, right = i + 1, j + 1
    begin = time.perf_counter()
    for _ in range(few):
        a[i:below, j:right]
    return (time.perf_counter() - begin) / few


def large_get():
    begin = time.perf_counter()
    for _ in range(some):
        a[box]
    return (time.perf_counter() - begin) / some


def matmul():
    c = a @ b
    c.destroy()


few, some = (20000, 100) if not short else (20, 2)
box = np.s_[i : i + m, j : j + m]
c_buffer = loops_ffi.from_buffer("double[]", np.empty(m * m))
alone = [  # by rank 0: library, row, bytes, seconds of one
    ("cffi", "get-8", 8, cffi_get),
    ("python", "get-8", 8, package_get),
    ("python", "get-element", 8, lambda: seconds(lambda: a[i, j], few)),
    ("c", "get-353", 8 * m * m, lambda: loops.python_loop_get(a._handle, i, j, m, c_buffer, some)),
    ("python", "get-353", 8 * m * m, large_get),
    ("python-out", "get-353", 8 * m * m, lambda: seconds(lambda: a.get(box, out=x), some)),
]
together = [
    ("c", "matmul", 0, lambda: loops.python_loop_matmul(a._handle, b._handle, n)),
    ("python", "matmul", 0, lambda: seconds(matmul, 1)),
]
samples = {}
for turn in range(repetitions + 1):
    for library, row, size, measure in alone + together:
        comm.Barrier()
        taken = measure() if ax.rank() == 0 or row == "matmul" else 0.0
        request = comm.Ibarrier()
        while not request.Test():  # the other ranks sleep meanwhile
            time.sleep(1e-3)
        if taken < 0:
            sys.exit("python.py: a call in C failed")
        if turn:  # the first is a warm-up
            samples.setdefault((library, row, size), []).append(1e6 * taken)
assert np.array_equal(a.get(box, out=x), a[box]) and np.allclose((a @ b)[0, 0], a[0, :] @ b[:, 0])
if ax.rank() == 0 and sys.argv[2] != "-":
    with open(sys.argv[2], "w") as file:
        print(HEADER, file=file)
        for (library, row, size), times in samples.items():
            low = np.quantile(times, [0, 0.25, 0.5, 0.75, 1])
            figures = ",".join(f"{one:.6g}" for one in low)
            print(
                f"{library},{row},{ax.size()},{size},{len(times)},{figures},,,,{':'.join(f'{one:.6g}' for one in times)}",
                file=file,
            )
