"""Arrays in HDF5 files, and checkpoints."""
import os
import shutil
import tempfile

import numpy as np
import pytest

import ashlar as ax

try:
    ax.io._calls()
except ax.errors.LibraryError as reason:
    pytest.skip(str(reason), allow_module_level=True)


@pytest.fixture
def folder():
    comm = ax.world.comm
    path = comm.bcast(tempfile.mkdtemp() if ax.rank() == 0 else None)
    yield path
    comm.Barrier()
    if ax.rank() == 0:
        shutil.rmtree(path)


def expected(number, shape=(7, 5)):
    return np.arange(np.prod(shape), dtype=float).reshape(shape) + 100 * number


class State:
    """Two arrays and numbers, all functions of a number."""

    def __init__(self, path, **where):
        self.a = ax.zeros((7, 5), **where)
        self.b = ax.zeros(11, dtype=np.int64, group=where.get("group"))
        self.energy, self.count = np.zeros(2), np.array(0)
        self.c = ax.Checkpoint(path, a=self.a, energy=self.energy, group=where.get("group"))
        self.c.add("b", self.b)
        self.c.add("count", self.count)

    def fill(self, number):
        group = self.a.group
        group.sync()
        if group.rank == 0:
            self.a[...] = expected(number)
        self.b.fill(number)
        self.energy[...] = number, -number
        self.count[...] = number
        group.sync()

    def holds(self, number):
        same = (self.a[...] == expected(number)).all() and (self.b[...] == number).all()
        self.a.group.sync()
        return same and list(self.energy) == [number, -number] and self.count == number


def test_write_and_read(folder):
    a = ax.array(expected(1))
    ax.io.write(a, folder + "/x.h5", "/of/a")
    b = ax.io.read(folder + "/x.h5", "/of/a", kind="tiled", block=2)
    assert b.shape == (7, 5) and b.dtype == np.float64 and (b[...] == expected(1)).all()
    ax.sync()
    with pytest.raises(ax.errors.StateError, match="IO_REPLACE"):
        ax.io.write(a, folder + "/x.h5", "/of/a")
    a += 1
    ax.io.write(a, folder + "/x.h5", "/of/a", replace=True)
    assert ax.io.read(folder + "/x.h5", "/of/a", out=b) is b
    assert (b[...] == expected(1) + 1).all()
    with pytest.raises(ax.errors.ArgumentError, match="/nothing"):
        ax.io.read(folder + "/x.h5", "/nothing")
    with pytest.raises(ax.errors.ShapeError):
        ax.io.read(folder + "/x.h5", "/of/a", out=ax.zeros((5, 7)))
    with pytest.raises(ax.errors.ArgumentError, match="ndarray"):
        ax.io.write(np.zeros(3), folder + "/x.h5", "/y")


def test_checkpoint(folder):
    state = State(folder + "/run")
    assert state.c.restore() is None
    for number in range(1, 4):
        state.fill(number)
        (state.c.write if number == 2 else state.c.write_nb)(number)
        state.fill(99)
        assert state.c.restore() == number and state.c.damage == "" and state.holds(number)
    state.c.destroy()
    with pytest.raises(ax.errors.HandleError):
        state.c.write(4)
    assert sorted(os.listdir(folder)) == ["run-0.h5", "run-1.h5"]
    # Another distribution goes on from it, on one rank too.
    other = State(folder + "/run", kind="tiled", block=3)
    assert other.c.restore() == 3 and other.holds(3)
    group = ax.Group([0]) if ax.rank() == 0 else None
    if group:
        alone = State(folder + "/run", group=group)
        assert alone.c.restore() == 3 and alone.holds(3)
        alone.c.destroy()
        del alone
        group.destroy()
    ax.sync()


def test_damage(folder):
    state = State(folder + "/run")
    for number in (1, 2):
        state.fill(number)
        state.c.write(number)
    if ax.rank() == 0:
        with open(folder + "/run-1.h5", "r+b") as file:
            file.seek(1000)
            file.write(b"damage")
    ax.sync()
    assert state.c.restore() == 1 and "run-1.h5 is damaged" in state.c.damage and state.holds(1)
    if ax.rank() == 0:
        os.truncate(folder + "/run-0.h5", 100)
    ax.sync()
    state.fill(5)
    with pytest.raises(OSError, match="nothing of checkpoint"):
        state.c.restore()
    assert state.holds(5)


def test_wrong_items(folder):
    a = ax.zeros(4)
    c = ax.Checkpoint(folder + "/run")
    for item, kind in (
        (np.zeros(4)[::2], ax.errors.StrideError),
        (np.broadcast_to(1.0, 3), ax.errors.StrideError),
        (np.zeros(3, np.int8), ax.errors.ElementTypeError),
        (5.0, ax.errors.ArgumentError),
        (ax.zeros((2, 2)).T, ax.errors.ArgumentError),
    ):
        with pytest.raises(kind):
            c.add("x", item)
    c.add("x", a)
    with pytest.raises(ax.errors.ArgumentError, match="already"):
        c.add("x", a)
    with pytest.raises(ax.errors.ArgumentError):
        c.write(-1)
    with pytest.raises(TypeError):
        c.write(1.5)
    b = ax.zeros(4)
    c.add("y", b)
    b.destroy()
    with pytest.raises(ax.errors.HandleError):
        c.write(1)


def test_absent_folder(folder):
    """What cannot be written is an error on all ranks, and the checkpoint is gone all the same."""
    a = ax.zeros(4)
    with pytest.raises(OSError, match="No such file"):
        with ax.Checkpoint(folder + "/absent/run", a=a) as c:
            c.write(1)
    with pytest.raises(OSError, match="No such file"):
        c.write_nb(1)
    c.destroy()


def test_dropped(folder):
    """A checkpoint that all ranks have dropped is completed and freed at a sync."""
    state = State(folder + "/run")
    state.fill(4)
    state.c.write_nb(4)
    del state
    ax.sync()
    ax.sync()
    assert os.path.exists(folder + "/run-0.h5")
    state = State(folder + "/run")
    assert state.c.restore() == 4 and state.holds(4)
