# SPDX-License-Identifier: MIT
"""Finds sentences of more than 40 words in the documents; prints one line per sentence and exits with 1 when there is one.

A sentence ends at a full stop, question or exclamation mark, at the end of a paragraph, of a list entry and of a cell of a table.
Code blocks do not count; code within a sentence and the target of a link count as one word.

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


def check_tree(root):
    documents = [p for p in root.rglob("*.md") if "build" not in p.relative_to(root).parts[0]]
    found = [f"{p.relative_to(root)}: {count_words(s)} words: {s}"
             for p in sorted(documents) for s in sentences(p.read_text(encoding="utf-8")) if count_words(s) > MOST_WORDS]
    return found if documents else [f"{root}: there are no documents"]


if __name__ == "__main__":
    faults = check_tree(Path(sys.argv[1]))
    print("\n".join(faults) or f"no sentence has more than {MOST_WORDS} words")
    sys.exit(1 if faults else 0)
