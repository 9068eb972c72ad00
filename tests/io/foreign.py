#!/usr/bin/python3
"""foreign.py PROGRAM LAUNCH...: h5py and h5dump read what the library writes, and it reads what h5py writes."""
import os
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy as np
except ImportError as error:
    print("SKIPPED: missing", error)
    sys.exit(0)

TYPES = {"INT": "i4", "LONG": "i8", "LLONG": "i8", "FLOAT": "f4", "DOUBLE": "f8", "CFLOAT": "c8", "CDOUBLE": "c16"}
ROWS, COLS = 5, 3
program, launch = sys.argv[1], sys.argv[2:]


def wanted(dtype):
    i, j = np.meshgrid(np.arange(ROWS), np.arange(COLS), indexing="ij")
    numbers = 10 * i + j - (1j * j if dtype[0] == "c" else 0)
    return numbers.astype(dtype)


def run(action, file):
    subprocess.run(launch + [program, action, file], check=True)


with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "ours.h5")
    run("write", file)
    with h5py.File(file, "r") as h5:
        for name, dtype in TYPES.items():
            data = h5["numbers"][name]
            assert data.shape == (COLS, ROWS), (name, data.shape)
            assert data.dtype == np.dtype(dtype), (name, data.dtype)
            assert data.attrs["ashlar_order"] == b"F", name
            assert np.array_equal(data[...].T, wanted(dtype)), name
        pairs = h5["pairs"][...]
        assert list(pairs["weight"]) == [0, 0.5, 1, 1.5]
        assert pairs["place"].tolist() == [[k, -k] for k in range(4)]
        assert h5["opaque"].shape == (4,) and h5["opaque"].dtype.itemsize == 16
    try:
        dump = subprocess.run(["h5dump", "-d", "/numbers/INT", file], check=True, capture_output=True, text=True).stdout
        assert "( 3, 5 ) / ( 3, 5 )" in dump and "(2,0): 2, 12, 22, 32, 42" in dump, dump
    except FileNotFoundError:
        print("without h5dump")
    file = os.path.join(folder, "theirs.h5")
    with h5py.File(file, "w") as h5:
        for name, dtype in TYPES.items():
            # The other byte order, in chunks, compressed; formats are HDF5's oldest.
            other = np.dtype(dtype).newbyteorder(">") if name in ("INT", "DOUBLE") else dtype
            h5.create_dataset("numbers/" + name, data=wanted(dtype).T.astype(other), compression="gzip")
    run("read", file)
print("passed")
