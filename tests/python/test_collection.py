"""What Python drops is freed at a sync once all ranks have dropped it, whenever each collects it; wrong orders of
destroying are errors on all ranks."""
import gc

import numpy as np
import pytest

import ashlar as ax
from ashlar import _objects


def alive(group=None):
    return len(_objects.home_of(0 if group is None else group.handle).live)


@pytest.fixture(autouse=True)
def clean():
    gc.collect()
    ax.sync()
    yield


def test_dropped():
    before = alive()
    arrays = [ax.zeros(10) for _ in range(6)]
    assert alive() == before + 6
    del arrays[ax.rank() % 3 :]  # ranks keep different ones
    ax.sync()
    kept = max(rank % 3 for rank in range(ax.size()))
    assert alive() == before + kept
    arrays.clear()
    ax.sync()
    assert alive() == before


def test_collected_at_different_times():
    """Cycles live until Python's collector runs, on each rank in a step of its own."""
    before = alive()
    for step in range(2 * ax.size()):
        a = ax.full(5, step)
        cycle = [a]
        cycle.append(cycle)
        del a, cycle
        if step % ax.size() == ax.rank():
            gc.collect()
        ax.sync()
        assert alive() <= before + ax.size()
    gc.collect()
    ax.sync()
    assert alive() == before


def test_the_collector_makes_no_call():
    """A rank collects while the others are in other collective calls, and a handle it has lost stays whole."""
    gc.disable()
    try:
        a, b = ax.full(100, 1), ax.full(100, 2)
        handle = a._handle
        if ax.rank() == 0:
            del a
        c = b + b
        if ax.rank() != 0:
            assert (a[...] == 1).all() and a._handle == handle
            del a
        assert c.sum() == 400
    finally:
        gc.enable()
    ax.sync()


def test_views_keep_arrays():
    a = ax.full((8, 8), 3)
    view = a.local()
    before = alive()
    with pytest.raises(ax.errors.StateError, match="views"):
        a.destroy()
    del a
    ax.sync()
    assert alive() == before and (view == 3).all()
    part = view[:1]
    del view
    ax.sync()
    assert alive() == before and (part == 3).all()
    del part
    ax.sync()
    assert alive() == before - 1


def test_views_of_one_rank_hinder_all():
    a = ax.zeros((8, 8))
    view = a.local() if ax.rank() == 0 else None
    with pytest.raises(ax.errors.StateError):
        a.destroy()
    del view
    a.destroy()
    with pytest.raises(ax.errors.HandleError):
        a.destroy()


def test_destroyed_out_of_order():
    a, b = ax.zeros(3, name="first"), ax.zeros(3, name="second")
    one, other = (a, b) if ax.rank() == 0 else (b, a)
    if ax.size() > 1:
        with pytest.raises(ax.errors.MismatchError, match="'first'" if ax.rank() == 0 else "'second'"):
            one.destroy()
        if ax.rank() == 0:
            with pytest.raises(ax.errors.MismatchError):
                a.destroy()
        else:
            with pytest.raises(ax.errors.MismatchError):
                ax.sync()
    a.destroy()
    b.destroy()


def test_dead_handles():
    a = ax.zeros((4, 4))
    b = ax.zeros((4, 4))
    a.destroy()
    for act in [
        lambda: a[0, 0],
        lambda: a[0:2, 0:2],
        lambda: a[...],
        lambda: a[1:1, :],
        lambda: a[[1], [1]],
        lambda: a.__setitem__((0, 0), 1.0),
        lambda: a.__setitem__(..., 1),
        lambda: a.acc(..., 1),
        lambda: a.get_nb(),
        lambda: a.local(),
        lambda: a.blocks(),
        lambda: a.owner((0, 0)),
        lambda: a.kind,
        lambda: a.read_only,
        lambda: a.access().__enter__(),
        lambda: a.fill(1),
        lambda: a.sum(),
        lambda: a.max(),
        lambda: a.norm(),
        lambda: a.copy(),
        lambda: a + b,
        lambda: b + a,
        lambda: b.__iadd__(a),
        lambda: a * 2,
        lambda: a @ b,
        lambda: b.T @ a,
        lambda: a.T.array(),
        lambda: ax.linalg.solve(b, a),
        lambda: ax.linalg.eigh(a),
        lambda: ax.copy(b, a),
        lambda: ax.zeros_like(a),
        lambda: a.destroy(),
        lambda: a.set_read_only(),
    ]:
        with pytest.raises(ax.errors.HandleError):
            act()
    b.destroy()


def test_others_are_collected():
    """Pools, bundles, coarrays, sparse matrices and factors go the same way."""
    before = alive()
    x = ax.ones(4)
    things = [
        ax.tasks(3),
        ax.Bundle(),
        ax.Coarray(2),
        ax.Sparse((3, 3)),
        ax.linalg.Factor(ax.eye(3)),
    ]
    things[1].add(x)
    del x
    gc.collect()
    ax.sync()
    assert alive() == before + 6  # the bundle keeps its array
    dead = things[:]
    for thing in things:
        thing.destroy()
    for act in [
        lambda: list(dead[0]),
        lambda: dead[0].reset(),
        lambda: dead[1].exchange(),
        lambda: dead[2][0],
        lambda: dead[2].local,
        lambda: dead[2].sync(),
        lambda: dead[3].add(0, 0, 1.0),
        lambda: dead[3].assemble(),
        lambda: dead[3].T,
        lambda: dead[3].stored,
        lambda: dead[4].solve(None),
        lambda: dead[4].det(),
    ]:
        with pytest.raises(ax.errors.HandleError):
            act()
    things.clear()
    dead.clear()
    gc.collect()
    ax.sync()
    assert alive() == before


def test_groups_are_collected_with_the_world():
    color = ax.rank() % 2
    group = ax.world.split(color)
    a = ax.zeros(5, group=group)
    assert alive(group) == 1 and a.sum() == 0
    del a
    ax.sync()
    assert alive(group) == 0
    with group:
        b = ax.zeros(5)
        assert b.group == group and alive(group) == 1
        del b
    group.destroy()
    with pytest.raises(ax.errors.GroupError):
        ax.zeros(3, group=group)


def test_many():
    """Sums and products leave temporary arrays, which a sync frees."""
    a, b = ax.full((6, 6), 1.0), ax.full((6, 6), 2.0)
    before = alive()
    for _ in range(20):
        c = (a + b) @ (a - b) * 2
        ax.sync()
    assert alive() == before + 1 and np.allclose(c[...], -36)
