# SPDX-License-Identifier: MIT
"""Finds sentences of more than 40 words in documents and in comments of the sources; prints one line per sentence and exits
with 1 when there is one.

A sentence ends at a full stop, question or exclamation mark, at the end of a paragraph, of a list entry and of a cell of a table.
Code blocks do not count; code within a sentence and the target of a link count as one word. In comments lines with a formula
or a table do not count. Sources whose text docs/gpu-status.md speaks of are left out.

usage: check_sentences.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

MOST_WORDS = 40


def parts(text):
    """Paragraphs, list entries, headings and cells of tables."""
    text = re.sub(r"^```.*?^```", "\n\n", text, flags=re.S | re.M)
    for part in re.split(r"\n\s*\n|\n(?=\s*(?:[*-]|\d+\.) )|\n(?=#)|\n(?=\|)", text):
        yield from re.split(r"(?<!\\)\|", part) if part.lstrip().startswith("|") else [part]


def sentences(text):
    for part in parts(text):
        part = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "code", " ".join(part.split())))
        yield from re.split(r"(?<=[.!?])[)*]*\s+", part)


def count_words(sentence):
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


def comments(text):
    """Those that stand on lines of their own; a line with a formula, or one that is set in, ends a paragraph."""
    lines = [re.match(r"\s*///?(?!<)(.*)", line) for line in text.split("\n")]
    return "\n".join("" if not line or re.search(r"SPDX|=|^\s{2}", line[1]) else line[1] for line in lines)


def check_tree(root):
    documents = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts[0]]
    sources = [p for folder in ("app", "src", "tests") for p in (root / folder).rglob("*.[ch]pp")
               if not re.search(r"stencils/gpu/.*/cuda/", p.as_posix())]
    texts = [(p, p.read_text(encoding="utf-8")) for p in sorted(documents)]
    texts += [(p, comments(p.read_text(encoding="utf-8"))) for p in sorted(sources)]
    found = [f"{p.relative_to(root)}: {count_words(s)} words: {s}" for p, text in texts for s in sentences(text)
             if count_words(s) > MOST_WORDS]
    return found if documents else [f"{root}: there are no documents"]


if __name__ == "__main__":
    faults = check_tree(Path(sys.argv[1]))
    print("\n".join(faults) or f"no sentence has more than {MOST_WORDS} words")
    sys.exit(1 if faults else 0)
