# SPDX-License-Identifier: MIT
"""Checks rules about the source text; prints one line per breach and exits with 1 when there is one.

usage: check_layout.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

from class_names import duplicate_breaches
from folder_circles import circle_breaches

# Includes go one way only: a folder may include itself and what stands to its right.
LAYERS = ["app", "programs", "studies", "io", "acoustics", "solvers", "boundary", "stencils"]
# Folders of io/ and what each may include besides itself and the files of io/ itself, which include none of them.
IO_FOLDERS = {"scene": {"model", "mesh"}, "model": set(), "mesh": set(), "result": {"picture"}, "picture": set()}
# Rooms inside folders: each may include itself and what stands to its right, so no two include each other and none goes in a
# circle. Every source of such a folder is in a room.
ROOMS = {"solvers": ["run", "plan", "accuracy", "ways", "exact", "medium", "signal", "decision", "space", "scene"],
         "stencils": ["ranks", "slabs", "measure", "registry", "gpu", "cpu", "tti", "density", "backend", "problem", "equations", "scheme", "grid", "rtc"],
         "stencils/gpu": ["families", "resident", "whole_step", "temporal", "tti", "statements", "semi", "density", "per_node", "sweep", "single", "layers", "common"]}
FORMAT_LIBRARIES = r"yaml-cpp/|hdf5|H5\w*\.h$|sndfile|samplerate|png\.h$|valijson/|nlohmann/"
# What a plan may not ask: it is made for any machine.
MACHINE_AT_HAND = r"stencils/rtc/|stencils/gpu/\w+/(visible_gpus|device_floor|energy_meter|\w+_maker)\.hpp|.*/cuda/|cuda|nvrtc|fstream$|omp\.h$|sched\.h$|sys/"
# Who may ask which kind a medium is (stencils/problem/media.hpp): rows of backends, what makes, cuts and bounds problems, and a
# few files above stencils/.
KIND_ASKED = re.compile(r"\b(?:is_kind|holds_alternative|get|get_if)<[\w:]*(?:Scalar|Density|Tti|Program)(?:Shape|Problem)>|\bvisit\(.*(?:medium|problem|whole)")
ASKS_KIND = r"src/stencils/(?:problem|slabs|measure|density)/.*|src/stencils/.*_(?:entry|support|backends?)\.cpp" \
            r"|src/solvers/plan/(?:forecast|planned_points|slab_choice)\.cpp|src/solvers/accuracy/medium_columns\.cpp" \
            r"|src/solvers/(?:run/(?:silent_field|source_work|stability_watch)|ways/point_grid)\.cpp|app/bench/tti_cases\.cpp"
LIMIT_LINES = 400
# Sources that need no header of their name: commands, the parts of one class, one value each, 
# and what is compiled once per instruction set. That of sources in cuda/ and no_cuda/, mpi/ and no_mpi/ may stand in the folder above.
WITHOUT_HEADER = r"app/main\.cpp|app/manual/write_man_pages\.cpp|src/io/scene/resolve_\w+\.cpp" \
                 r"|src/stencils/gpu/\w+/\w+_forms?\.cpp|.*\.isa\.cpp"
# Parts of what one header declares.
PARTS = {"stencils/problem/halo_image": "passes",
         "stencils/scheme/leggy_weights": "weights",
         "stencils/scheme/moment_system": "weights", "stencils/scheme/optimised_weights": "weights",
         "boundary/wall_support": "walls",
         "boundary/stiffness": "energy", "solvers/accuracy/error_budget_text": "error_budget",
         "io/scene/schema": "reader"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TERMINAL = re.compile(r"\b(?:std::)?(?:printf|fprintf|puts|fputs|putchar|exit|_Exit|quick_exit|abort)\s*\("
                      r"|\bstd::(?:cout|cerr|clog)\b|\bfmt::print\b|\bspdlog::")
TERMINAL_HEADERS = {"iostream", "fmt/ostream.h"}


def strip_comments_and_strings(text):
    """Code with comments and literals blanked; line numbers stay."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
    return pattern.sub(lambda m: "\n" * m.group(0).count("\n"), text)


def layer_of(path):
    """Layer of a source path relative to the root (src/io/x.cpp -> io), or None."""
    parts = path.parts
    if parts[0] == "app":
        return "app"
    return parts[1] if parts[0] == "src" and len(parts) > 2 and parts[1] in LAYERS else None


def io_breaches(path, target):
    """Includes among the folders of io/ go one way."""
    parts, wanted = path.parts, target.split("/")
    if parts[:2] != ("src", "io") or wanted[0] != "io" or len(wanted) < 3:
        return
    own = parts[2] if len(parts) > 3 else None
    if wanted[1] != own and wanted[1] not in IO_FOLDERS.get(own, set()):
        yield f'includes "{target}": src/io/README.md says which of its folders may include which'


def room_of(file, folder):
    """Room of a path from src/ within a folder (solvers/plan/a.hpp -> plan); empty where it stands in none, None outside."""
    if not file.startswith(folder + "/"):
        return None
    room, _, rest = file[len(folder) + 1:].partition("/")
    return room if rest else ""


def place_breaches(path):
    """A source of a folder with rooms is in one of them, and so are its tests."""
    top, _, file = path.as_posix().partition("/")
    for folder, rooms in ROOMS.items():
        room = room_of(file, folder)
        if top in ("src", "tests") and room is not None and room not in rooms:
            yield 1, f"is in no room of {folder}/ ({', '.join(rooms)})"


def test_breaches(path, sources):
    """A test that has the name of a source is where that source is; `sources` has the folders of each name, from src/ on."""
    room = path.parent.as_posix().removeprefix("tests/")
    name = path.stem.removesuffix("_test")
    places = {place for place in sources.get(name, ()) if place.split("/")[0] == room.split("/")[0]}
    if path.parts[0] == "tests" and path.name.endswith("_test.cpp") and places and room not in places:
        yield 1, f"tests {name} of {', '.join(sorted(places))}/, so it stands in tests/{min(places)}/"


def room_breaches(path, target):
    """Includes among the rooms of a folder go one way, and what needs a toolkit stays behind the headers above it."""
    if path.parts[0] != "src":
        return
    if "/cuda/" in target and path.parts[1] == "stencils" and path.parent.name != "cuda":
        yield f'includes "{target}": only sources in folders cuda/ may, since builds without a toolkit have none'
    for folder, rooms in ROOMS.items():
        own, wanted = room_of(path.as_posix().removeprefix("src/"), folder), room_of(target, folder)
        if own in rooms and wanted is not None and (wanted not in rooms or rooms.index(wanted) < rooms.index(own)):
            yield f'includes "{target}": {folder}/{own}/ may not (includes go {" -> ".join(rooms)})'


def include_breaches(layer, kind, target):
    folder = target.split("/")[0]
    if layer in ("solvers", "boundary") and re.match(MACHINE_AT_HAND, target):
        yield f"includes {target}: planning is pure, so drivers, processors and files stay out of {layer}/"
    if kind == "<" and folder in LAYERS:
        yield f'includes <{target}>: what is here stands in quotes, so that rules and pictures see it'
    if kind == '"':
        if Path(target).suffix not in (".hpp", ".cuh"):
            yield f'includes "{target}": headers end in .hpp or .cuh, and nothing here reads others'
        if folder not in LAYERS:
            yield f'includes "{target}": write includes from src/, as "solvers/plan/plan.hpp"'
        elif LAYERS.index(folder) < LAYERS.index(layer):
            yield f'includes "{target}": {layer}/ may not include {folder}/ (includes go {" -> ".join(LAYERS)})'
        return
    if layer != "app" and target.startswith("CLI/"):
        yield f"includes <{target}>: the command line stays in app/"
    if layer not in ("app", "programs", "studies", "io") and re.search(FORMAT_LIBRARIES, target):
        yield f"includes <{target}>: file formats stay in io/"
    if layer != "app" and target in TERMINAL_HEADERS or target.startswith("spdlog/") and layer != "app":
        yield f"includes <{target}>: nothing below app/ prints"


def header_breaches(root, path, text):
    """A source of the program has a header of its name, unless it adds a command or a rule above says so."""
    if layer_of(path) is None or path.suffix != ".cpp" or re.fullmatch(WITHOUT_HEADER, path.as_posix()):
        return
    name = path.with_suffix("").relative_to("src" if path.parts[0] == "src" else "").as_posix()
    header = path.parent / (PARTS.get(name, path.stem) + ".hpp")
    places = [header, path.parent.parent / header.name] if path.parent.name in ("cuda", "no_cuda", "mpi", "no_mpi") else [header]
    if not any((root / place).exists() for place in places) and '#include "app/commands.hpp"' not in text:
        yield 1, f"has no header {header.name}"


def breaches_in(path, text):
    """(line, message) for each breach of one file; `path` is relative to the root."""
    lines = text.split("\n")
    if path.suffix == ".h":
        yield 1, "headers end in .hpp"
    if "SPDX-License-Identifier: MIT" not in (lines[1] if lines[0].startswith("#!") and len(lines) > 1 else lines[0]):
        yield 1, "the first line is not the SPDX licence line"
    if text.count("\n") > LIMIT_LINES:
        yield LIMIT_LINES, f"has {text.count(chr(10))} lines; split it before {LIMIT_LINES}"
    if path.suffix not in (".cpp", ".hpp", ".cuh", ".cu"):
        return
    yield from place_breaches(path)
    layer = layer_of(path)
    if layer is None:
        return
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if match:
            yield from ((number, message) for message in include_breaches(layer, match[1], match[2]))
            yield from ((number, message) for message in io_breaches(path, match[2]))
            yield from ((number, message) for message in room_breaches(path, match[2]))
            if match[2] == "mpi.h" and path.parent.as_posix() != "app/ranks/mpi":
                yield number, "includes <mpi.h>: messages of MPI stay in app/ranks/mpi/"
    for number, line in enumerate(strip_comments_and_strings(text).split("\n"), 1):
        match = KIND_ASKED.search(line)
        if match and not re.fullmatch(ASKS_KIND, path.as_posix()):
            yield number, f"asks which kind a medium is ({match[0]}): src/stencils/README.md says who may"
        if layer != "app":
            match = TERMINAL.search(line)
            if match and not INCLUDE.match(line):
                yield number, f"calls {match[0].strip('( ')}: nothing below app/ prints or exits"


def check_tree(root):
    """Sorted breaches `path:line: message` of all sources below `root`; an empty tree is a breach too."""
    files = [p for folder in ("app", "src", "tests") for suffix in ("cpp", "hpp", "h", "cuh", "cu", "py")
             for p in (root / folder).rglob(f"*.{suffix}")]
    found, codes, sources, includes = [], [], {}, []
    found += [f"{p.relative_to(root)}:1: ends in {p.suffix or 'nothing'}, which nothing here reads: sources end in .cpp, .hpp or .cuh"
              for folder in ("app", "src") for p in (root / folder).rglob("*")
              if p.is_file() and p.suffix not in (".cpp", ".hpp", ".h", ".cuh", ".cu", ".py", ".md") and p.name != "CMakeLists.txt"]
    for path in (file.relative_to(root) for file in files):
        if path.parts[0] == "src":
            folder = path.parent.parent if path.parent.name in ("cuda", "no_cuda") else path.parent
            sources.setdefault(path.stem, set()).add(folder.as_posix().removeprefix("src/"))
    for file in files:
        path, text = file.relative_to(root), file.read_text(encoding="utf-8")
        if layer_of(path) is not None and path.suffix != ".py":
            codes.append((path, strip_comments_and_strings(text)))
            matches = ((number, INCLUDE.match(line)) for number, line in enumerate(text.split("\n"), 1))
            includes += [(path.as_posix(), number, match[2]) for number, match in matches if match and match[1] == '"']
        found += [f"{path}:{line}: {message}" for line, message in (*breaches_in(path, text), *header_breaches(root, path, text), *test_breaches(path, sources))]
    found += [f"{path}:{line}: {message}" for path, line, message in duplicate_breaches(sorted(codes))]
    found += [f"{path}:{line}: {message}" for path, line, message in circle_breaches(includes)]
    if not files:
        found.append(f"{root}: there are no sources to check")
    return sorted(found)


def stale_rows(root, rooms, parts):
    """What the tables above name and the sources do not have."""
    places = [*LAYERS[1:], *(f"io/{folder}" for folder in IO_FOLDERS), *(f"{folder}/{room}" for folder in rooms for room in rooms[folder])]
    wanted = [root / "src" / place for place in places] + [root / "src" / f"{source}.cpp" for source in parts]
    wanted += [(root / "src" / source).parent / f"{header}.hpp" for source, header in parts.items()]
    return [f"check_layout.py: names {path.relative_to(root)}, which is not there" for path in wanted if not path.exists()]


if __name__ == "__main__":
    breaches = check_tree(Path(sys.argv[1])) + stale_rows(Path(sys.argv[1]), ROOMS, PARTS)
    print("\n".join(breaches) or "no breach")
    sys.exit(1 if breaches else 0)
