# SPDX-License-Identifier: MIT
"""Draws lines of the sources per area, one fault in each, and plants them all behind a switch.

usage: draw.py --check     fails if a source is in no area (areas.json), or a line of equivalent.json stands no longer
"""
import concurrent.futures
import json
import pathlib
import random
import shlex
import subprocess
import sys

KEPT = ("-I", "-D", "-std")
HEADER = pathlib.Path(__file__).resolve().parent / "planted.hpp"
# Stands before each source with a fault. What the run-time compiler sees has none.
ABOVE = f'#ifdef __CUDACC_RTC__\n#define wavesim_planted(number) false\n#else\n#include "{HEADER}"\n#endif\n'.encode()


def files_of(tree, areas):
    """{area: [file]}; a file belongs to the first area that names it. Not those that only a GPU runs (folders cuda/)."""
    taken, result = set(), {}
    for area, patterns in areas.items():
        files = sorted({file for pattern in patterns for file in tree.glob(pattern) if file.parent.name != "cuda"} - taken)
        taken.update(files)
        result[area] = files
    return result


def is_code(line):
    text = line.strip()
    return bool(text) and not text.startswith(("//", "#", "}")) and text not in ("{", "default:")


def flags_for(file, commands):
    """What the parser needs of the compilation that the file takes part in, itself or in a group."""
    kernel, header = file.suffix == ".cuh", file.suffix == ".hpp"
    for entry in commands:
        source = pathlib.Path(entry["file"])
        group = source.parent.name == "Unity" and f'"{file}"' in source.read_text()
        beside = header and (source.parent == file.parent or source.parent.name == "Unity" and f'"{file.parent}/' in source.read_text())
        if source == file or group or beside or kernel and "emulator_test.dir" in entry["command"]:
            flags, words = [], iter(shlex.split(entry["command"])[1:])
            for word in words:
                if word.startswith(KEPT):
                    flags.append(word)
                elif word == "-isystem":
                    flags += [word, next(words)]
            return flags
    return None


def in_no_area(tree, areas):
    """Sources that are never drawn."""
    drawn = {file for files in files_of(tree, areas).values() for file in files}
    every = {file for folder in ("src", "app") for file in (tree / folder).rglob("*") if file.suffix in (".cpp", ".hpp", ".cuh")}
    return sorted(file for file in every - drawn if file.parent.name != "cuda")


def key_of(fault):
    """What names a fault in equivalent.json: file, fault and the text of its line."""
    return f"{fault['file']}: {fault['what']}: {fault['text']}"


def stands(tree, key):
    """Whether the line of such a key still stands in its file."""
    name = key.split(": ")[0]
    return any(key.endswith(": " + line.strip()) for line in (tree / name).read_text().splitlines() if line.strip())


def candidates_of(file, tree, flags):
    from candidates import Source  # needs libclang, which --check does not

    stub = f'#include "{file}"\n' if file.suffix != ".cpp" else None
    return Source(file, flags, stub).found if flags else []


def draw(tree, build, areas, seed, count, jobs):
    """`count` faults, as many of each area, in the order in which they were drawn. Two of them do not share a line."""
    rng = random.Random(seed)
    commands = json.loads((build / "compile_commands.json").read_text())
    drawn = {}
    for number, (area, files) in enumerate(files_of(tree, areas).items()):
        lines = [(file, i) for file in files for i, line in enumerate(file.read_text().splitlines(), 1) if is_code(line)]
        wanted = count // len(areas) + (number < count % len(areas))
        drawn[area] = wanted, rng.sample(lines, min(len(lines), 4 * wanted))  # a quarter of all lines has a candidate at least
    files = sorted({file for _, lines in drawn.values() for file, _ in lines})
    text = {file: file.read_text().splitlines() for file in files}
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        flags = [flags_for(file, commands) for file in files]
        candidates = dict(zip(files, pool.map(candidates_of, files, [tree] * len(files), flags)))
    faults = []
    for area, (wanted, lines) in drawn.items():
        of_area = []
        for file, line in lines:
            found = [candidate for candidate in candidates[file] if candidate[0] == line]
            if found and len(of_area) < wanted:
                edit, what = rng.choice(found)[1:]
                of_area.append({"area": area, "file": str(file.relative_to(tree)), "line": line, "text": text[file][line - 1].strip(), "edit": edit,
                                "what": what})
        faults += of_area
    return faults


def original(tree, name):
    return subprocess.run(["git", "-C", str(tree), "show", f"HEAD:{name}"], check=True, capture_output=True).stdout


def changed_in(tree):
    """Names of the sources that differ from HEAD."""
    command = ["git", "-C", str(tree), "diff", "--name-only", "HEAD", "--", "src", "app"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def plant(tree, faults):
    """Writes the sources with the faults whose edits do not overlap those before them, and returns these. A fault keeps the number that
    it first gets, and only files that change are written: so a build without some of the faults compiles little anew."""
    planted, edits = [], {}
    for number, fault in enumerate(faults):
        begin, end, text = fault["edit"]
        others = edits.setdefault(fault["file"], [])
        if all(end <= other[0] or other[1] <= begin for other in others) and (begin, end) not in [o[:2] for o in others]:
            planted.append({"number": number, **fault})
            others.append((begin, end, text.format(n=planted[-1]["number"])))
    for name in {*edits, *changed_in(tree)}:
        data = original(tree, name)
        for begin, end, text in sorted(edits.get(name, []), reverse=True):
            data = data[:begin] + text.encode() + data[end:]
        if name in edits:
            data = ABOVE + data
        if (tree / name).read_bytes() != data:
            (tree / name).write_bytes(data)
    return planted


if __name__ == "__main__":
    root = pathlib.Path(__file__).resolve().parents[3]
    forgotten = in_no_area(root, json.loads((pathlib.Path(__file__).parent / "areas.json").read_text()))
    print("\n".join(f"{file.relative_to(root)} is in no area of areas.json" for file in forgotten) or "every source is in an area")
    moved = [key for key in json.loads((pathlib.Path(__file__).parent / "equivalent.json").read_text()) if not stands(root, key)]
    print("\n".join(f"equivalent.json: {key}: the source has no such line" for key in moved), end="\n" if moved else "")
    sys.exit(1 if forgotten or moved else 0)
