#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the site of the documents in build/docs: their pages where they stand, an API reference of the headers, and a search
that also works from disk. Needs mkdocs and doxygen. `./dev docs` calls it.

usage: site.py
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGED, SITE = ROOT / "build/docs-pages", ROOT / "build/docs"
LINK = re.compile(r"\]\(([^)#\s]+)(#[^)\s]*)?\)")


def documents():
    return [path.relative_to(ROOT) for path in sorted(ROOT.rglob("*.md"))
            if path.relative_to(ROOT).parts[0] not in ("build", "results", ".git")]


def copy(path):
    target = STAGED / path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / path, target)


def list_folder(folder):
    """A page for a folder that has none: its files."""
    files = sorted(path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if path.is_file())
    for path in files:
        copy(folder / path)
    (STAGED / folder / "README.md").write_text(f"# {folder}\n\n" + "".join(f"* [{path}]({path.as_posix()})\n" for path in files))


def stage_page(page):
    """Copies a page and what it links to; links to folders become links to their pages."""
    text = (ROOT / page).read_text(encoding="utf-8")

    def link(match):
        target, anchor = match[1], match[2] or ""
        if "://" in target:
            return match[0]
        found = (ROOT / page.parent / target).resolve().relative_to(ROOT)
        if (ROOT / found).is_dir():
            if not (ROOT / found / "README.md").exists():
                list_folder(found)
            return f"]({target.rstrip('/')}/README.md{anchor})"
        if found.suffix != ".md":
            copy(found)
        return match[0]

    target = STAGED / page
    target.parent.mkdir(parents=True, exist_ok=True)
    parts = re.split(r"(^```.*?^```)", text, flags=re.S | re.M)  # code has no links
    target.write_text("".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts), encoding="utf-8")


def make_reference():
    """The API reference, as files of the site."""
    (STAGED / "api").mkdir(parents=True)
    options = (ROOT / "pages/Doxyfile").read_text() + f"OUTPUT_DIRECTORY = {STAGED / 'api'}\nHTML_OUTPUT = .\n"
    done = subprocess.run(["doxygen", "-"], input=options, text=True, cwd=ROOT, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(done.stderr + "doxygen failed")
    return done.stderr.count("warning:")


def finish():
    """The search that works from disk, and a file that Debian's mkdocs has under an older name than its theme asks for."""
    search = SITE / "search"
    index = (search / "search_index.json").read_text(encoding="utf-8")
    shutil.rmtree(search)
    search.mkdir()
    (search / "search_index.js").write_text(f"var site_index = {index};\n", encoding="utf-8")
    shutil.copyfile(ROOT / "pages/search.js", search / "main.js")
    wanted = set(re.findall(r'src="(js/jquery-[^"]+)"', (SITE / "index.html").read_text()))
    for name in wanted:
        if not (SITE / name).exists():
            shutil.copyfile(next((SITE / "js").glob("jquery-*.min.js")), SITE / name)


def lost_anchors():
    """Links of the site to places that are not there. That of a page of the reference is checked by doxygen."""
    pages = {path: path.read_text(encoding="utf-8") for path in SITE.rglob("*.html") if "api" not in path.relative_to(SITE).parts}
    places = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        for target, anchor in re.findall(r'href="([^"#:]*)#([^"]+)"', text):
            there = (path.parent / target).resolve() if target else path
            if there in places and anchor not in places[there]:
                yield f"{path.relative_to(SITE)}: {target}#{anchor} leads nowhere"


def main():
    for folder in (STAGED, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for page in documents():
        stage_page(page)
    warnings = make_reference()
    done = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", str(ROOT / "pages/mkdocs.yml")])
    if done.returncode != 0:
        sys.exit("mkdocs failed")
    finish()
    lost = sorted(set(lost_anchors()))
    print("\n".join(lost) or f"{SITE / 'index.html'}: the site; the API reference has {warnings} warnings")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
