"""other_mpi.py PACKAGE: a library that was built with another MPI than mpi4py's is refused, in words."""
import os
import shutil
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    shutil.copytree(sys.argv[1], os.path.join(folder, "ashlar"))
    with open(os.path.join(folder, "ashlar", "_build.py"), "w") as file:
        file.write('MPI = "mpich"\nLIBRARY = "/nonexistent/libashlar.so.0"\n')
    sys.path.insert(0, folder)
    try:
        import ashlar
    except ImportError as reason:
        assert "mpi4py uses Open MPI" in str(reason) and "built with MPICH" in str(reason), reason
    else:
        sys.exit("the library of another MPI was loaded")
    for name in [name for name in sys.modules if name.startswith("ashlar")]:
        del sys.modules[name]
    with open(os.path.join(folder, "ashlar", "_build.py"), "w") as file:
        file.write('MPI = "openmpi"\nLIBRARY = "/nonexistent/libashlar.so.0"\n')
    try:
        import ashlar  # noqa: F811, F401
    except ImportError as reason:
        assert "./run build" in str(reason), reason
    else:
        sys.exit("a library that is not there was loaded")
