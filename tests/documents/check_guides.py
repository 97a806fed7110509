# SPDX-License-Identifier: MIT
"""Does what docs/rooms.md and docs/seismic.md tell a reader to do, and compares what they show.

Of each page: the scene it shows is the shipped one; the commands of its `sh` blocks run, and the lines of the `text` block after
them stand in their output; its `python` blocks run as one script, whose output is that of the `text` blocks after them. Words must
be equal, decimal fractions may differ by one unit of their last digit; lines that start with "Took" are of another machine.

usage: check_guides.py SOURCE_DIR WAVESIM
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
LAST_DIGITS = 1.01          # units of the last digit; a hundredth more for the binary fractions


def same_number(shown, found):
    decimals = len(shown.partition(".")[2])
    return shown == found if decimals == 0 else abs(float(shown) - float(found)) <= LAST_DIGITS * 10.0**-decimals


def same_line(shown, found):
    if NUMBER.sub("#", shown).split() != NUMBER.sub("#", found).split():
        return False
    return all(map(same_number, NUMBER.findall(shown), NUMBER.findall(found)))


def blocks(page):
    """(language, text) of all fenced blocks, in order."""
    return re.findall(r"^```(\w*)\n(.*?)^```", page, re.S | re.M)


def without_comments(scene):
    return [line for line in scene.splitlines() if not line.startswith("#")]


def check_page(root, wavesim, page, folder):
    """Faults of one page; `folder` is where its commands run."""
    (folder / "build").mkdir()
    (folder / "build/wavesim").symlink_to(wavesim)
    (folder / "scenes").symlink_to(root / "scenes")
    parts = blocks(page)
    shipped = [without_comments(p.read_text()) for p in (root / "scenes").glob("*.yaml")]
    printed, script, expected = "", "", []
    run, compared = None, 0
    for language, text in parts:
        if language == "yaml" and without_comments(text) not in shipped:
            yield "the scene it shows is none of scenes/"
        if language in ("sh", "python"):
            run = language
        if language == "sh":
            done = subprocess.run(["bash", "-e", "-c", text], cwd=folder, capture_output=True, text=True)
            printed = done.stdout
            if done.returncode != 0:
                yield f"{text.strip()} ended with {done.returncode}: {done.stderr}"
        if language == "python":
            script += text
        if language == "text" and run == "python":
            expected += text.splitlines()
        if language == "text" and run == "sh":
            for line in text.splitlines():
                compared += 1
                if not line.startswith("Took") and not any(same_line(line, found) for found in printed.splitlines()):
                    yield f"no command printed: {line}"
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True)
    found = done.stdout.splitlines()
    if done.returncode != 0:
        yield f"its Python code ended with {done.returncode}: {done.stderr}"
    if len(found) != len(expected) or not all(map(same_line, expected, found)):
        yield "its Python code printed:\n" + "\n".join(found)
    if compared < 3 or len(expected) < 3:
        yield f"only {compared} lines of commands and {len(expected)} of Python code were compared"


def main(root, wavesim):
    faults = []
    for name in ("rooms.md", "seismic.md"):
        with tempfile.TemporaryDirectory() as folder:
            page = (root / "docs" / name).read_text(encoding="utf-8")
            faults += [f"docs/{name}: {fault}" for fault in check_page(root, wavesim, page, Path(folder))]
    print("\n".join(faults) or "both guides show what happens")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
