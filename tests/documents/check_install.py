# SPDX-License-Identifier: MIT
"""Installs the program to a folder, moves the folder, and uses it there; then looks at the manual pages: every word of
the help texts stands in them, and neither man nor mandoc finds a fault. Prints one line per fault; exits with 1 then.

usage: check_install.py CMAKE BUILD_DIR
"""
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

cmake, build = sys.argv[1:]
faults = []


def said(*command, quiet=True, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode != 0 or quiet and done.stderr:
        faults.append(f"{command} ended with {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}".strip())
    return done.stdout


def check_program(tree, folder):
    program, scene = tree / "bin/wavesim", tree / "share/wavesim/scenes/first_room.yaml"
    said(program, "check", scene)
    said(program, "run", scene, "--progress", "none", "--set", "time.duration=5 ms", "-o", folder / "result", quiet=False)
    if not (folder / "result/result.h5").exists():
        faults.append("the installed program writes no result.h5")
    machine = tree / "share/wavesim/configs/machines/nvidia-h200.json"
    if "NVIDIA H200" not in said(program, "plan", scene, "--machine", machine):
        faults.append("the installed machines cannot be planned for")


def check_files(tree):
    said("bash", "-ec", '. "$0"; complete -p wavesim', tree / "share/bash-completion/completions/wavesim")
    for name in ("zsh/site-functions/_wavesim", "fish/vendor_completions.d/wavesim.fish"):
        if "wavesim" not in (tree / "share" / name).read_text():
            faults.append(f"share/{name} is no completion script")
    documents = tree / "share/doc/wavesim"
    for document in documents.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text()):
            if "://" not in target and not re.search(r"(^|/)(src|tests|app|cmake)/", target):
                if not (document.parent / target).exists():
                    faults.append(f"{document.relative_to(tree)}: the link to {target} leads nowhere")


def words(text):
    """Without headings, and what stands at the end of a sentence as elsewhere."""
    text = re.sub(r"^(Usage|Arguments|Commands|Options|Examples|Exit codes):", "", text, flags=re.M)
    return {word.rstrip(".") for word in text.split()} - {"COMMAND", "[ARGUMENTS]"}


def check_page(page, help_text, folder):
    plain = folder / page.stem
    plain.write_bytes(gzip.decompress(page.read_bytes()))
    lint = said("mandoc", "-T", "lint", "-W", "warning", plain)
    if lint:
        faults.append(lint.strip())
    shown = said("man", "--warnings", "-E", "ascii", "-l", plain, env={**os.environ, "MANWIDTH": "400", "MANROFFOPT": "-c"})
    shown = re.sub("\x1b\\[[0-9;]*m|.\b", "", shown)
    missing = words(help_text) - words(shown) - words(re.sub(r"(?<=\|)\s+", "", shown))
    if missing:
        faults.append(f"{page.name} lacks {sorted(missing)}")


def commands_of(help_text):
    return re.findall(r"^  ([a-z]+) ", help_text.split("Commands:")[1].split("Options:")[0], re.M)


def check_manual(tree, folder):
    program, pages = tree / "bin/wavesim", tree / "share/man/man1"
    commands = [[command] for command in commands_of(said(program, "--help"))]
    commands += [["study", command] for command in commands_of(said(program, "study", "--help"))]
    wanted = {"-".join(["wavesim", *words]) + ".1.gz": words for words in [[], *commands]}
    if {page.name for page in pages.iterdir()} != set(wanted):
        faults.append(f"the manual has {sorted(pages.iterdir())}, the program {sorted(wanted)}")
    for page, words in wanted.items():
        check_page(pages / page, said(program, *words, "--help"), folder)
    return len(wanted)


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    subprocess.run([cmake, "--install", build, "--prefix", folder / "first", "--strip"], check=True, capture_output=True)
    tree = folder / "moved here"
    shutil.move(folder / "first", tree)
    check_program(tree, folder)
    check_files(tree)
    pages = check_manual(tree, folder)
print("\n".join(faults) or f"the installed program runs, {pages} manual pages")
sys.exit(1 if faults else 0)
