"""Made by bindings/python/generate: the calls and types of the public headers, as cffi has them."""
from typing import Any

ffi: Any
