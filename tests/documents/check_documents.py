# SPDX-License-Identifier: MIT
"""Checks what the documents show; prints one line per fault and exits with 1 when there is one.

Every example scene and every whole scene shown in a document passes `wavesim check`; Python shown in the README
stands in the tested script, and that of the guides is run by check_guides.py; C++ shown in CONTRIBUTING.md is that of
tests/stub_family; relative links lead to files.

usage: check_documents.py SOURCE_DIR WAVESIM
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root, wavesim = Path(sys.argv[1]), sys.argv[2]
GUIDES = ("docs/rooms.md", "docs/seismic.md")
faults = []


def check_scene(path, shown_as):
    done = subprocess.run([wavesim, "check", str(path)], capture_output=True, text=True)
    if done.returncode != 0:
        faults.append(f"{shown_as}: wavesim check ended with {done.returncode}: {done.stdout}{done.stderr}".strip())


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def normalised(code):
    return [re.sub(r'"results/[^"]*\.h5"', "path", line).strip() for line in code.strip().splitlines()]


documents = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts[0]]
# C++ that is shown is compiled: each block is a part of a source of the example.
sources = [path.read_text(encoding="utf-8") for path in (root / "tests/stub_family").rglob("*") if path.suffix in (".cpp", ".cuh")]
shown_sources = blocks((root / "CONTRIBUTING.md").read_text(encoding="utf-8"), "cpp")
for block in shown_sources:
    if not any(block in source for source in sources):
        faults.append(f"CONTRIBUTING.md: this is in no source of tests/stub_family: {block[:200]}")

scenes = sorted((root / "scenes").glob("*.yaml"))
shown_scenes = shown_code = 0
for scene in scenes:
    check_scene(scene, scene.relative_to(root))

SCRIPTS = ("tests/python/read_result.py", "tests/python/read_study.py")
tested = ["\n".join(normalised((root / script).read_text())) for script in SCRIPTS]
for document in documents:
    text = document.read_text(encoding="utf-8")
    name = document.relative_to(root)
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)):
        if "://" not in target and not (document.parent / target).exists():
            faults.append(f"{name}: the link to {target} leads nowhere")
    for block in blocks(text, "yaml"):
        if block.startswith("wavesim:"):
            shown_scenes += 1
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "shown.yaml"
                path.write_text(block)
                check_scene(path, name)
    for block in blocks(text, "python"):
        lines = normalised(block)
        if "h5py.File(path)" in "\n".join(lines) and str(name) not in GUIDES:
            shown_code += 1
            if not any("\n".join(lines) in script for script in tested):
                faults.append(f"{name}: the Python code shown is not the code in {' or '.join(SCRIPTS)}")

if len(scenes) < 4 or shown_scenes < 2 or shown_code < 1 or len(shown_sources) < 3:
    faults.append(f"only {len(scenes)} scenes, {shown_scenes} shown scenes, {shown_code} shown scripts and "
                  f"{len(shown_sources)} shown sources were found")
print("\n".join(map(str, faults)) or f"{len(scenes)} scenes, {shown_scenes} shown scenes, {shown_code} shown scripts")
sys.exit(1 if faults else 0)
