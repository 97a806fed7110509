#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The files that hold tuned rows, and who finds a wrong one. A file that looks like one and is not named here is a fault."""
import re

# Below src/: read by tuned_rows.py, by a test of the name that calls the function, or by nothing, with the reason
GPU = "stencils/gpu/"
READ_HERE = {GPU + name for name in (
    "density/density_times.hpp", "per_node/per_node_times.hpp", "resident/resident_times.hpp", "semi/semi_times.hpp",
    "statements/statement_times.hpp", "sweep/sweep_times.hpp", "temporal/pass_times.cpp", "tti/tti_times.hpp",
    "whole_step/whole_step_times.hpp")} | {"stencils/cpu/cpu_times.hpp"}
READ_BY_TESTS = {
    GPU + "temporal/strip_times.hpp": ("stencils/gpu/temporal/pass_model_test.cpp", "strip_tiling("),
    GPU + "temporal/pass_times.hpp": ("stencils/gpu/temporal/pass_model_test.cpp", "setup_s"),
    GPU + "temporal/pass_tiles.hpp": ("kernels/temporal_compile_test.cpp", "temporal_tiling("),
    GPU + "temporal/strip_tiles.hpp": ("kernels/strip_compile_test.cpp", "strip_tiling("),
    GPU + "sweep/sweep_tiles.hpp": ("kernels/launch_choice_test.cpp", "forms::sweep"),
    GPU + "single/slab_times.hpp": ("stencils/gpu/single/slab_times_test.cpp", "slab_times."),
    "programs/blocking_times.hpp": ("programs/blocking_model_test.cpp", "BlockingModel, MeetsMeasuredRates"),
}
NOT_CHECKED = {
    GPU + "common/block_times.hpp": "shared by all forms: an input of the checks here",
    GPU + "single/single_times.hpp": "shared by all forms: an input of the checks here",
    GPU + "statements/usual_schedule.cpp": "two programs were measured on one grid, and nothing between them",
    GPU + "whole_step/whole_step_tiles.hpp": "estimates: kernels of every row compile without spills, and of some with more threads, too",
    "solvers/plan/part_times.hpp": "times of one processor, whose measurements are in its comments alone",
}

# Numbers beside the rows of a file: each is listed as not measured, with the reason
BESIDE_ROWS = {
    "temporal, low tiles with walls": ("temporal/pass_times.cpp", "double with_walls"),
    **{f"semi.tma {what}": ("sweep/sweep_times.hpp", f"double {what} = ")
       for what in ("first_plane_s", "factor_ps", "layer_ps", "wall_ps", "other_side_ps")},
    **{f"resident {what}": ("resident/resident_times.hpp", f"resident_{what} = ") for what in ("group_s", "corrections_s", "launch_s")},
}


def numbers_beside_rows(root):
    """Their names, as far as the sources have them."""
    return [name for name, (file, text) in BESIDE_ROWS.items() if text in (root / "src" / GPU / file).read_text()]


def files_not_known(root):
    """Faults of files that hold tuned rows and that nothing here reads, and of files below that are gone."""
    source = root / "src"
    files = {path.relative_to(source).as_posix(): path.read_text() for path in source.rglob("*") if path.suffix in (".hpp", ".cpp")}
    holding = {name for name, text in files.items()
               if re.search(r"_(times|tiles)\.[ch]pp$", name) or re.search(r"\{(\.card = )?h200\b", text)}
    known = READ_HERE | READ_BY_TESTS.keys() | NOT_CHECKED.keys()
    faults = [f"src/{name}: holds tuned rows, but tuned_rows.py does not know it" for name in sorted(holding - known)]
    faults += [f"src/{name}: tuned_rows.py knows it, but it holds no tuned rows" for name in sorted(known - holding)]
    for name, test in READ_BY_TESTS.items():
        file, called = test
        if called not in (root / "tests" / file).read_text():
            faults.append(f"tests/{file}: does not call {called}, so nothing checks the rows of src/{name}")
    return faults
