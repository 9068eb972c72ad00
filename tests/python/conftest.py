"""All ranks run the same tests. A rank whose test fails ends the job: others may wait for it."""
import sys

import pytest

import ashlar as ax


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    if report.failed and ax.size() > 1:
        print(f"rank {ax.rank()}: {item.nodeid}\n{report.longreprtext}", file=sys.stderr, flush=True)
        ax.world.comm.Abort(1)


@pytest.fixture(autouse=True)
def apart():
    """Tests end together, and what they dropped is freed."""
    yield
    ax.sync()
