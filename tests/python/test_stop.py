"""After a stop calls are errors; after another start there are new objects, and old ones stay dead."""
import numpy as np
import pytest

import ashlar as ax


def test_stop_and_start():
    comm = ax.world.comm.Dup()
    old = ax.full((4, 4), 1)
    group = ax.Group([ax.rank()])
    view = old.local() if ax.rank() == 0 else None
    with pytest.raises(ax.errors.StateError, match="views"):
        ax.stop()
    assert old.sum() == 16
    del view
    ax.stop()
    assert not ax.started() and "destroyed" in repr(old) and "destroyed" in repr(group)
    ax.stop()
    for act in (lambda: old[0, 0], lambda: old.sum(), lambda: old + 1, lambda: ax.zeros(3), lambda: ax.tasks(3), ax.sync):
        with pytest.raises(ax.errors.Error):
            act()
    ax.start(comm)
    new = ax.full((4, 4), 2)
    assert np.array_equal(new[...], np.full((4, 4), 2))
    with pytest.raises(ax.errors.HandleError):
        old[0, 0]
    with pytest.raises(ax.errors.HandleError):
        old.destroy()
    del old
    ax.sync()
    assert new.sum() == 32
