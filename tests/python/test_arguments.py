"""Wrong arguments: each is an exception of the library's hierarchy with words, on the ranks that give them; nothing
has changed afterwards."""
import numpy as np
import pytest

import ashlar as ax
from ashlar import errors

a = b = v = c = None


@pytest.fixture(scope="module", autouse=True)
def arrays():
    global a, b, v, c
    a, b = ax.full((6, 5), 1.0, name="a"), ax.full((5, 6), 2, name="b")
    v, c = ax.zeros(4, np.complex128, name="v"), ax.full((6, 5), 1.0, np.float32, name="c")
    ax.sync()
    yield
    assert (a[...] == 1).all() and (b[...] == 2).all() and not v[...].any()
    a = b = v = c = None


LOCAL = [
    (lambda: a[6, 0], errors.RangeError, "6"),
    (lambda: a[0, -6], errors.RangeError, "-6"),
    (lambda: a[6], errors.RangeError, "6"),
    (lambda: a[0, 0, 0], errors.RangeError, "3 indices"),
    (lambda: a[..., ...], errors.ArgumentError, "more than one"),
    (lambda: a[::-1], errors.ArgumentError, "step -1"),
    (lambda: a[None, 0], errors.ArgumentError, "NoneType"),
    (lambda: a["x"], errors.ArgumentError, "str"),
    (lambda: a[1.5, 0], errors.ArgumentError, "float"),
    (lambda: a[[0, 1]], errors.ArgumentError, "all 2 dimensions"),
    (lambda: a[[0, 1], :], errors.ArgumentError, "slices and lists"),
    (lambda: a[[0, 9], [0, 0]], errors.RangeError, "9"),
    (lambda: a[[0, 1, 2], [0, 1]], errors.ShapeError, "conform"),
    (lambda: a[[0.5], [1]], errors.ArgumentError, "float64"),
    (lambda: a[np.ones((6, 5), bool), 0], errors.ArgumentError, "masks"),
    (lambda: a.__setitem__((0, 6), 1.0), errors.RangeError, "outside"),
    (lambda: a.__setitem__((6, 0), 1.0), errors.RangeError, "outside dimension 0"),
    (lambda: a.__setitem__(..., np.zeros((5, 6))), errors.ShapeError, "array 'a'"),
    (lambda: a.__setitem__(..., 1j), errors.ElementTypeError, "array 'a' is of float64"),
    (lambda: a.__setitem__((0, 0), 1j), errors.ElementTypeError, "complex128"),
    (lambda: a.__setitem__((0, 0), "x"), errors.ElementTypeError, "<U1"),
    (lambda: a.__setitem__(([0], [0]), [1, 2]), errors.ShapeError, "values"),
    (lambda: a.__setitem__(..., a), errors.ArgumentError, "ashlar.copy"),
    (lambda: b.__setitem__(..., 2.5), errors.ElementTypeError, "int64"),
    (lambda: a.get(out=np.zeros((6, 5), np.float32)), errors.ElementTypeError, "float32"),
    (lambda: a.get(out=np.zeros((5, 6))), errors.ShapeError, "(5, 6)"),
    (lambda: a.get(out=[1]), errors.ArgumentError, "list"),
    (lambda: a.get(out=np.broadcast_to(0.0, (6, 5))), errors.ArgumentError, "read-only"),
    (lambda: a.acc(..., 1, alpha=1j), errors.ElementTypeError, "1j"),
    (lambda: a.acc(..., 1, alpha=[1, 2]), errors.ArgumentError, "one number"),
    (lambda: a.acc(..., [1, 2]), errors.ShapeError, "(2,)"),
    (lambda: a.acc_op(..., 1, "pow"), errors.ArgumentError, "'pow'"),
    (lambda: v.acc_op(..., 1, "max"), errors.ElementTypeError, ""),
    (lambda: a.acc_op(np.s_[::2], 1, "sum"), errors.ArgumentError, "steps"),
    (lambda: a.get_nb(np.s_[::2]), errors.StrideError, "steps"),
    (lambda: a.get_nb(out=np.zeros(3)), errors.ShapeError, "(3,)"),
    (lambda: a.put_nb(..., np.zeros((6, 5))), errors.StrideError, "asfortranarray"),
    (lambda: a.put_nb(..., 3), errors.ArgumentError, "int"),
    (lambda: a.acc_nb(..., np.zeros((6, 5), int, order="F")), errors.ElementTypeError, "int64"),
    (lambda: a.read_inc((0, 0)), errors.ElementTypeError, "'a'"),
    (lambda: b.read_inc((0, 9)), errors.RangeError, "9"),
    (lambda: b.read_inc(0), errors.ArgumentError, "one element"),
    (lambda: b.read_inc((0, 0), 1.5), errors.ArgumentError, "float"),
    (lambda: b.read_inc((0, 0), 1 << 70), errors.ArgumentError, ""),
    (lambda: a.swap((0, 0), 1), errors.ElementTypeError, "'a'"),
    (lambda: b.compare_swap((5, 0), 1, 2), errors.RangeError, "5"),
    (lambda: a.owner((6, 0)), errors.RangeError, "6"),
    (lambda: a.blocks(99), errors.RangeError, "99"),
    (lambda: a.access((0, 9)).__enter__(), errors.RangeError, "9"),
    (lambda: a.access(np.s_[::2, 0]).__enter__(), errors.ArgumentError, "steps"),
    (lambda: a.access(np.s_[0:0, 0]).__enter__(), errors.RangeError, ""),
    (lambda: v.T, errors.ShapeError, "1 dimensions"),
    (lambda: list(a), errors.ArgumentError, "loop"),
    (lambda: bool(a), errors.ArgumentError, "true"),
    (lambda: 1 in a, errors.ArgumentError, "search"),
    (lambda: a + "x", errors.ArgumentError, "str"),
    (lambda: a + b.T, errors.ArgumentError, "transpose"),
    (lambda: a + 1j, errors.ElementTypeError, "1j"),
    (lambda: b * 2.5, errors.ElementTypeError, "2.5"),
    (lambda: b / 2, errors.ElementTypeError, "integers"),
    (lambda: a @ 3, errors.ArgumentError, "int"),
    (lambda: 3 @ a, errors.ArgumentError, "matrices"),
    (lambda: a.norm("two"), errors.ArgumentError, "'two'"),
    (lambda: a.dot(3), errors.ArgumentError, "global"),
    (lambda: b.fill(1 << 80), errors.Error, ""),
    (lambda: ax.full(3, 1 << 40, np.int32), errors.ArgumentError, "int32"),
    (lambda: ax.maximum(a, 3), errors.ArgumentError, "two global"),
    (lambda: ax.copy(a, np.zeros(3)), errors.ArgumentError, "ndarray"),
    (lambda: ax.empty_like(np.zeros(3)), errors.ArgumentError, "ndarray"),
    (lambda: ax.Group([]), errors.ArgumentError, ""),
    (lambda: ax.Group([ax.rank(), ax.rank()]), errors.ArgumentError, "twice"),
    (lambda: ax.Group([ax.rank(), 99]), errors.RangeError, "99"),
    (lambda: ax.world.world_rank(99), errors.RangeError, "99"),
    (lambda: ax.world.destroy(), errors.GroupError, ""),
    (lambda: ax.start(), errors.StateError, ""),
    (lambda: ax.start(3), errors.ArgumentError, "int"),
    (lambda: ax.sync_images([99]), errors.RangeError, "99"),
    (lambda: ax.linalg.Factor(a.T), errors.ArgumentError, ".array()"),
    (lambda: ax.linalg.solve(v, v), errors.ShapeError, "1 dimensions"),
    (lambda: ax.linalg.solve(np.eye(3), a), errors.ArgumentError, "ndarray"),
    (lambda: ax.linalg.cholesky(None), errors.ArgumentError, "NoneType"),
]

TOGETHER = [
    (lambda: ax.zeros((0, 3)), errors.ShapeError, "0"),
    (lambda: ax.zeros(()), errors.ShapeError, "0 dimensions"),
    (lambda: ax.zeros((1,) * 8), errors.ShapeError, "8 dimensions"),
    (lambda: ax.zeros((3.5, 2)), errors.ArgumentError, "3.5"),
    (lambda: ax.zeros(3, np.uint16), errors.ElementTypeError, "uint16"),
    (lambda: ax.zeros(3, object), errors.ElementTypeError, "object"),
    (lambda: ax.zeros(3, kind="round"), errors.ArgumentError, "'round'"),
    (lambda: ax.zeros((3, 3), block=(1, 2, 3)), errors.ShapeError, "block"),
    (lambda: ax.zeros((3, 3), kind="tiled", block=-1), errors.ShapeError, ""),
    (lambda: ax.zeros((3, 3), kind="tiled", grid=(99, 1)), errors.ShapeError, "99"),
    (lambda: ax.zeros((3, 3), kind="irregular"), errors.ArgumentError, "cuts"),
    (lambda: ax.zeros((3, 3), kind="tiled_irregular", cuts=[[0, 2]]), errors.ShapeError, "cuts"),
    (lambda: ax.zeros((3, 3), kind="tiled_irregular", cuts=[[1, 2], [0]]), errors.ShapeError, ""),
    (lambda: ax.zeros(3, kind="tiled", ranks=[0, 0]), errors.ArgumentError, ""),
    (lambda: ax.zeros(3, kind="tiled", ghosts=1), errors.ShapeError, ""),
    (lambda: ax.zeros(3, group=3), errors.GroupError, "int"),
    (lambda: ax.zeros((1 << 50, 4)), errors.OutOfMemoryError, ""),
    (lambda: ax.random(3, seed=-1), errors.ArgumentError, "-1"),
    (lambda: ax.random(3, np.int64, bound=0), errors.ArgumentError, ""),
    (lambda: ax.array([1, 2], root=99), errors.RangeError, "99"),
    (lambda: ax.array(["x"]), errors.ElementTypeError, "<U1"),
    (lambda: a + c, errors.ElementTypeError, ""),
    (lambda: a + b, errors.Error, ""),
    (lambda: a @ a, errors.ShapeError, "(6, 5)"),
    (lambda: a @ c.T, errors.ElementTypeError, ""),
    (lambda: ax.linalg.matmul(a, a.T, a), errors.Error, ""),
    (lambda: ax.linalg.eigh(a), errors.ShapeError, ""),
    (lambda: ax.linalg.solve(a, a), errors.ShapeError, ""),
    (lambda: ax.linalg.inv(a), errors.ShapeError, ""),
    (lambda: ax.linalg.cholesky(b), errors.Error, ""),
    (lambda: ax.linalg.lstsq(a, b), errors.Error, ""),
    (lambda: ax.linalg.svd(b), errors.ElementTypeError, ""),
    (lambda: ax.copy(a, b), errors.Error, ""),
    (lambda: v.norm(3), errors.ArgumentError, "3"),
    (lambda: ax.tasks(-1), errors.ArgumentError, ""),
    (lambda: ax.tasks(3, order="any"), errors.ArgumentError, "'any'"),
    (lambda: ax.tasks(3, order="large_first"), errors.ArgumentError, ""),
    (lambda: ax.tasks(3, cost=[1, 2]), errors.ShapeError, "(2,)"),
    (lambda: ax.tasks(2, cost=[-1, 2]), errors.ArgumentError, ""),
    (lambda: ax.Bundle().add(a, "most"), errors.ArgumentError, "'most'"),
    (lambda: ax.Bundle().add(3), errors.ArgumentError, "int"),
    (lambda: ax.Bundle().add(v, "max"), errors.ElementTypeError, ""),
    (lambda: ax.Coarray(-1), errors.ArgumentError, ""),
    (lambda: ax.Coarray(()), errors.ShapeError, "0 dimensions"),
    (lambda: ax.Coarray(3, str), errors.ElementTypeError, ""),
    (lambda: ax.Coarray(1)[0].atomic(0, 1), errors.ElementTypeError, ""),
    (lambda: ax.Coarray(1, np.int64)[0].atomic(0, 1, "pow"), errors.ArgumentError, "'pow'"),
]


@pytest.mark.parametrize("case", range(len(LOCAL)))
def test_of_this_rank(case):
    act, kind, words = LOCAL[case]
    with pytest.raises(kind) as caught:
        act()
    assert isinstance(caught.value, errors.Error) and words in str(caught.value) and len(str(caught.value)) > 10


@pytest.mark.parametrize("case", range(len(TOGETHER)))
def test_of_all_ranks(case):
    act, kind, words = TOGETHER[case]
    with pytest.raises(kind) as caught:
        act()
    assert isinstance(caught.value, errors.Error) and words in str(caught.value) and len(str(caught.value)) > 10


def test_hierarchy():
    assert set(errors.BY_STATUS) == {
        "ASHLAR_" + name
        for name in "EARG EHANDLE ERANGE ETYPE ELD ESHAPE ENOMEM ESTATE EREMOTE EGROUP EMISMATCH ELIMIT ETRANSPORT EMPI "
        "ESYS ENUMERIC EINTERNAL".split()
    }
    with pytest.raises(errors.Error) as caught:
        a[7, 7]
    assert caught.value.status == "ASHLAR_ERANGE" and isinstance(caught.value, IndexError)
