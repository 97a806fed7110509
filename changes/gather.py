#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gathers the changes of changes/*.md for a release; changes/README.md says what they look like.

usage: gather.py [--check | VERSION DATE]
"""
import datetime
import re
import sys
import textwrap
from pathlib import Path

KINDS = ("Added", "Changed", "Fixed")
MOST_SENTENCES = 3
# Figures against a program that the reader never had.
RATIO = re.compile(r"times as (?:fast|long|slow)|(?:%|times) (?:faster|slower|less time|more time)|of (?:its|their) (?:CPU )?time\b"
                   r"|\d before\b|it took \d|\d ?x (?:faster|slower)|\b(?:than|as) before\b|(?:^|\. )Before,"
                   r"|\btwice as (?:fast|long|slow)|\b(?:half|a third|a quarter) (?:as|of) (?:fast|long|the time)|\bhalf the time"
                   r"|instead of \d|rather than \d|\b(?:doubles|halves) the (?:speed|time)", re.I)
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) \((not released|\d{4}-\d\d-\d\d)\)$", re.M)


def faults_of_entry(text):
    """What is wrong with the words of one change."""
    text = " ".join(text.split())
    sentences = re.split(r"(?<=[.!?]) (?=[A-Z`])", text)
    faults = []
    if not re.match(r"[A-Z`]", text) or not text.endswith("."):
        faults.append("is not made of sentences")
    if len(sentences) > MOST_SENTENCES:
        faults.append(f"has {len(sentences)} sentences, at most {MOST_SENTENCES} are read")
    if RATIO.search(text):
        faults.append(f'compares with the program of yesterday: "{RATIO.search(text)[0]}"')
    return faults


def entries_of(section):
    """(kind, text) of all entries below the headings of one release, in order."""
    found = []
    for kind, body in re.findall(r"^### (.*)\n((?:(?!##).*\n?)*)", section, re.M):
        found += [(kind, " ".join(entry.split())) for entry in re.split(r"^\* ", body, flags=re.M)[1:]]
    return found


def releases_of(log):
    """(version, date, text) of each release, newest first."""
    heads = list(RELEASE.finditer(log))
    ends = [head.start() for head in heads[1:]] + [len(log)]
    return [(head[1], head[2], log[head.end():end]) for head, end in zip(heads, ends)]


def faults_of_log(log):
    faults = []
    if not log.startswith("# Changelog\n") or log.count("\n## ") != len(RELEASE.findall(log)):
        faults.append("has a heading that is not '## VERSION (DATE)'")
    for version, date, section in releases_of(log):
        kinds = re.findall(r"^### (.*)$", section, re.M)
        if kinds != [kind for kind in KINDS if kind in kinds] or not kinds:
            faults.append(f"{version} has the headings {kinds}, not some of {list(KINDS)} in that order")
        entries = entries_of(section)
        if len(entries) != len(re.findall(r"^\* ", section, re.M)):
            faults.append(f"{version} has entries below no heading")
        faults += [f"{version}: \"{text[:60]}\" {fault}" for _, text in entries for fault in faults_of_entry(text)]
    dates = [date for _, date, _ in releases_of(log)]
    if "not released" in dates[1:]:
        faults.append("an older release is 'not released'")
    return faults


def fragments_of(folder):
    """(kind, text, file) of each file, by name; and what is wrong with them."""
    found, faults = [], []
    for path in sorted(folder.glob("*")):
        if path.name in ("README.md", "gather.py", "__pycache__"):
            continue
        name = re.fullmatch(r"[a-z0-9][a-z0-9-]*\.(added|changed|fixed)\.md", path.name)
        if not name:
            faults.append(f"changes/{path.name} is not named NAME.added.md, NAME.changed.md or NAME.fixed.md")
            continue
        text = path.read_text(encoding="utf-8").strip()
        faults += [f"changes/{path.name} {fault}" for fault in faults_of_entry(text)]
        found.append((name[1].capitalize(), " ".join(text.split()), path))
    return found, faults


def section_of(entries):
    """Headings and entries as CHANGELOG.md has them."""
    parts = []
    for kind in KINDS:
        texts = [text for of_kind, text in entries if of_kind == kind]
        if texts:
            bullets = [textwrap.fill(text, 120, initial_indent="* ", subsequent_indent="  ", break_long_words=False,
                                     break_on_hyphens=False) for text in texts]
            parts.append(f"### {kind}\n\n" + "\n".join(bullets) + "\n")
    return "\n".join(parts)


def with_release(log, version, date, fragments):
    """The log with one release more, or with its newest one completed where that is not released."""
    releases = releases_of(log)
    entries, rest = list(fragments), releases
    if releases and releases[0][:2] == (version, "not released"):
        entries, rest = entries_of(releases[0][2]) + entries, releases[1:]
    older = "".join(f"\n## {v} ({d})\n\n{text.strip()}\n" for v, d, text in rest)
    return f"# Changelog\n\n## {version} ({date})\n\n{section_of(entries)}{older}"


def faults_of_release(log, version, date, fragments):
    """Why these changes are no release of that version and date."""
    faults = [] if fragments else ["changes/ holds no changes"]
    if any(version == released and day != "not released" for released, day, _ in releases_of(log)):
        faults.append(f"{version} is released")
    try:
        datetime.date.fromisoformat(date)
    except ValueError:
        faults.append(f"{date} is no date")
    return faults


def main(arguments):
    folder = Path(__file__).resolve().parent
    log_file = folder.parent / "CHANGELOG.md"
    log = log_file.read_text(encoding="utf-8")
    fragments, faults = fragments_of(folder)
    faults += [f"CHANGELOG.md: {fault}" for fault in faults_of_log(log)]
    if arguments == ["--check"]:
        print("\n".join(faults) or f"{len(fragments)} changes and {len(releases_of(log))} releases have their form")
    elif not arguments:
        print(section_of([(kind, text) for kind, text, _ in fragments]), end="")
    elif len(arguments) == 2 and RELEASE.match(f"## {arguments[0]} ({arguments[1]})"):
        faults += faults_of_release(log, *arguments, fragments)
        if not faults:
            log_file.write_text(with_release(log, *arguments, [(kind, text) for kind, text, _ in fragments]), encoding="utf-8")
            for _, _, path in fragments:
                path.unlink()
    else:
        faults = [__doc__.splitlines()[-1]]
    if faults and arguments != ["--check"]:
        print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
