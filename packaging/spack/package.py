# Untested: written by Spack's documented conventions. The tarball is that of `./run dist`; name its place in `url` and its
# sha256sum in `version`.
from spack.package import *


class Ashlar(CMakePackage):
    """Global arrays: arrays that are spread over the processes of an MPI job, with one-sided access, linear algebra, and the
    interface of Global Arrays 5."""

    url = "file:///path/to/ashlar-0.9.0.tar.gz"

    license("BSD-3-Clause")

    version("0.9.0", sha256="0" * 64)

    variant("classic", default=True, description="Install the interface of Global Arrays 5, in the folder compat")
    variant("scalapack", default=True, description="Solve with ScaLAPACK where it is faster")
    variant("elpa", default=False, when="+scalapack", description="Solve eigenproblems with ELPA")
    variant("hdf5", default=True, description="Build libashlar_io: arrays in HDF5 files")
    variant("openmp", default=True, description="Use OpenMP")
    variant("trace", default=True, description="Build ashlar-trace")
    variant("scf", default=False, description="Install the Hartree-Fock program ashlar-scf")
    variant("int4", default=False, when="+classic", description="Fortran's INTEGER of the classic interface has 4 bytes, not 8")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.20:", type="build")
    depends_on("mpi@3:")
    depends_on("blas")
    depends_on("lapack")
    depends_on("scalapack", when="+scalapack")
    depends_on("elpa+mpi", when="+elpa")
    depends_on("hdf5+mpi", when="+hdf5")
    depends_on("zlib-api", when="+trace")
    depends_on("libint@2:", when="+scf")
    depends_on("eigen", when="+scf")
    depends_on("pkgconfig", type="build")

    def cmake_args(self):
        args = [
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
            self.define("ASHLAR_TESTS", self.run_tests),
            self.define("ASHLAR_EXAMPLES", self.run_tests),
            self.define("ASHLAR_BLAS", (self.spec["lapack"].libs + self.spec["blas"].libs).joined(";")),
            self.define_from_variant("ASHLAR_SCALAPACK", "scalapack"),
            self.define_from_variant("ASHLAR_ELPA", "elpa"),
            self.define_from_variant("ASHLAR_CLASSIC", "classic"),
            self.define_from_variant("ASHLAR_OPENMP", "openmp"),
            self.define_from_variant("ASHLAR_TRACE_TOOL", "trace"),
            self.define_from_variant("ASHLAR_INSTALL_SCF", "scf"),
            self.define("ASHLAR_CLASSIC_INTEGER", 4 if self.spec.satisfies("+int4") else 8),
            self.define("ASHLAR_PYTHON", False),
        ]
        if self.spec.satisfies("+scalapack"):
            args.append(self.define("ASHLAR_SCALAPACK_LIBRARY", self.spec["scalapack"].libs.joined(";")))
        if self.spec.satisfies("+elpa"):
            args.append(self.define("ASHLAR_ELPA_LIBRARY", self.spec["elpa"].libs.joined(";")))
            args.append(self.define("ASHLAR_ELPA_INCLUDE", self.spec["elpa"].headers.directories[0]))
        if self.spec.satisfies("~hdf5"):
            args.append(self.define("ASHLAR_HDF5_FITS", False))
        return args

    @run_after("install", when="+classic")
    def install_classic(self):
        cmake("--install", self.build_directory, "--component", "classic")
