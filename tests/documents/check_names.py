#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the READMEs of src, app and tests name files and folders that are there, and that of tests all of its folders.

A name in back quotes that ends in / or like a source counts, unless it is built. So does each bare name in the first column of a table
whose first name is that of a source in the folder of the README. It may stand without the folders above it, or begin with ../. Patterns
and placeholders such as NAME do not count, nor what stands in a block of code. A table of files, whose first column is headed "file" or
"file of `FOLDER/`", must name every source of its folder; a pattern such as resolve* names several.

usage: check_names.py SOURCE_DIR
"""
import fnmatch
import posixpath
import re
import sys
from pathlib import Path

SOURCE = re.compile(r"[\w./-]+\.(?:hpp|cpp|cuh|py|yaml|sh|json|md|txt|cmake)")


def files_of(root):
    """All but what was built and what git keeps for itself."""
    found = []
    for top in root.iterdir():
        if top.name not in ("build", ".git", "results"):
            found += [top] if top.is_file() else [path for path in top.rglob("*") if path.is_file()]
    return [path.relative_to(root).as_posix() for path in found if "__pycache__" not in path.parts]


def absent(text, files):
    """Names of the text that no file and no folder has."""
    folders = {"/".join(file.split("/")[:depth]) for file in files for depth in range(1, file.count("/") + 1)}
    wrong = []
    for name in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.S)):
        end = re.sub(r"^(\.\./)+", "", name).rstrip("/")
        if "NAME" in name or name.startswith("build/") or not (SOURCE.fullmatch(name) or re.fullmatch(r"[\w./-]+/", name)):
            continue
        if not any(one == end or one.endswith("/" + end) for one in (folders if name.endswith("/") else files)):
            wrong.append(name)
    return wrong


def absent_in_tables(page, text, files):
    """Bare names of sources in the first columns of tables that the folder of the page does not have."""
    folder = page.rsplit("/", 1)[0] + "/"
    stems = {file[len(folder):].rsplit("/", 1)[-1].split(".")[0] for file in files if file.startswith(folder)}
    wrong = []
    for line in text.splitlines():
        names = re.findall(r"`([a-z]\w*)(?:\.\w+)?`", line.split("|")[1]) if line.startswith("| `") else []
        if names and names[0] in stems:
            wrong += [name for name in names if name not in stems]
    return wrong


def left_out_of_tables(page, text, files):
    """Sources of a folder that the tables of its files do not name."""
    here = posixpath.dirname(page)
    named, table = {}, None
    for line in text.splitlines():
        if not line.startswith("|"):
            table = None
            continue
        first = line.split("|")[1].strip()
        if table is None:
            head = re.fullmatch(r"file(?: of `([\w/]+)/`)?", first)
            folder = here if not head or not head[1] or here.endswith("/" + head[1]) else f"{here}/{head[1]}"
            table = named.setdefault(folder, []) if head else []
        for name in re.findall(r"`([\w*./]+)`", first):
            if posixpath.basename(name).startswith("*."):  # `*.isa.cpp` is a kind of file, not its name
                continue
            table.append(posixpath.normpath(posixpath.join(folder, name)).split(".")[0])
    names = [name for table in named.values() for name in table]
    sources = {file.split(".")[0] for file in files if posixpath.dirname(file) in named and file.endswith((".hpp", ".cpp", ".cuh", ".py"))}
    return sorted(source for source in sources if not any(fnmatch.fnmatch(source, name) for name in names))


def main():
    root = Path(sys.argv[1])
    files = files_of(root)
    pages = [file for file in files if re.fullmatch(r"(src|app|tests)/(.*/)?README\.md", file)]
    faults = [f"{page} names {name}, which is not there" for page in pages for name in absent((root / page).read_text(), files)]
    faults += [f"{page} names {name}, which is no source there" for page in pages
               for name in absent_in_tables(page, (root / page).read_text(), files)]
    pages_with_tables = [file for file in files if re.fullmatch(r"(src|app|tests|pages)/(.*/)?README\.md", file)]
    faults += [f"{page} has a table of files without {name}" for page in pages_with_tables
               for name in left_out_of_tables(page, (root / page).read_text(), files)]
    tests = (root / "tests/README.md").read_text()
    folders = sorted({file.split("/")[1] for file in files if re.match(r"tests/\w+/", file)})
    faults += [f"tests/README.md does not say what tests/{folder}/ is for" for folder in folders if f"`{folder}/`" not in tests]
    # What must be found, so that this check can fail.
    assert absent("`grid/gird.hpp` and `no_such_folder/`", files) == ["grid/gird.hpp", "no_such_folder/"]
    assert absent_in_tables("src/io/README.md", "| `utf8`, `utf9` | text |", files) == ["utf9"]
    table = "| file | idea |\n|---|---|\n| `scene/*`, `../io/u*8.hpp` | all |\n"
    assert "src/io/utf8" not in left_out_of_tables("src/io/README.md", table, files)
    assert "src/io/text_file" in left_out_of_tables("src/io/README.md", table, files)
    assert left_out_of_tables("src/io/README.md", table.replace("file", "file of `mesh/`", 1), files) != []
    if len(pages) < 10 or len(folders) < 15:
        faults.append(f"only {len(pages)} pages and {len(folders)} folders of tests were found")
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
