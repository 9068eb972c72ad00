"""Made by bindings/python/generate: which MPI the library was built with, and where it is."""
MPI: str
LIBRARY: str
