"""Take a new version of Pyodide into static/vendor/pyodide/: `python scripts/vendor_pyodide.py UNPACKED-NPM-PACKAGE`.

Three files, each compressed with Brotli, as the site serves them. Of Python's library only the modules stay that the
engine and Pyodide itself import (`LIBRARY`), in a zip without compression, which Brotli packs better. Then correct the
table that it prints in static/vendor/README.md.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path

import brotli

TARGET = Path(__file__).resolve().parents[1] / "static" / "vendor" / "pyodide"
#: What the script loads and what the wasm needs; maps, types and the index of packages stay away.
TAKEN = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm")
#: The top-level modules of Python's library that stay; `tests/check/on_device/test_runtime.py` knows what is imported.
LIBRARY = """
    __future__ _collections_abc _colorize _compat_pickle _compression _opcode_metadata _pydatetime _pyodide
    _sitebuiltins _sysconfigdata__emscripten_wasm32-emscripten _weakrefset abc ast asyncio base64 bisect bz2 codecs
    collections concurrent contextlib contextvars copy copyreg dataclasses datetime decimal difflib dis encodings
    enum fnmatch fractions functools genericpath glob hashlib heapq html importlib inspect io ipaddress json keyword
    linecache logging ntpath numbers opcode operator os pathlib pickle posixpath pyodide queue random re reprlib
    selectors shutil signal site socket stat string struct subprocess sysconfig tempfile textwrap threading token
    tokenize traceback types typing urllib warnings weakref zipfile zipimport
    """.split()  # noqa: SIM905  (a list of one module a line is longer than the script)
#: Of packages with parts that nobody asks for those that stay. Lists come as text that is decoded already.
PARTS = {
    "encodings": ("__init__", "aliases", "ascii", "cp437", "latin_1", "raw_unicode_escape", "unicode_escape", "utf_8"),
    "urllib": ("__init__", "parse"),
}


def main(package: Path) -> None:
    """Write the files that differ, and print what the table says of each."""
    contents = {name: (package / name).read_bytes() for name in TAKEN}
    contents["python_stdlib.zip"] = trim_library((package / "python_stdlib.zip").read_bytes())
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        path = TARGET / f"{name}.br"
        if not path.exists() or brotli.decompress(path.read_bytes()) != content:
            path.write_bytes(brotli.compress(content, quality=11, lgwin=24))
        print(f"| `{name}` | {len(content):,} | {path.stat().st_size:,} | `{hashlib.sha256(content).hexdigest()}` |")


def trim_library(packed: bytes) -> bytes:
    """Python's library with what the engine needs of it, byte for byte the same for the same package."""
    kept = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as whole, zipfile.ZipFile(kept, "w") as trimmed:
        for name in sorted(whole.namelist()):
            if is_kept(name):
                trimmed.writestr(zipfile.ZipInfo(name), whole.read(name))
    return kept.getvalue()


def is_kept(name: str) -> bool:
    """Whether a file of the library stays."""
    package, *parts = name.removesuffix(".py").split("/")
    return package in LIBRARY and (package not in PARTS or "/".join(parts) in PARTS[package])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
