# SPDX-License-Identifier: MIT
"""Finds folders of sources that include each other, directly or in a circle through others."""
from graphlib import CycleError, TopologicalSorter

# The start of the program knows every command, wherever it is.
START = "app/main.cpp"


def folder_of(file):
    """Folder of a file as includes write it, from src/ on; what needs a toolkit, or stands in for it, is in the one above."""
    folders = file.removeprefix("src/").split("/")[:-1]
    return "/".join(folders[:-1] if folders[-1:] in (["cuda"], ["no_cuda"]) else folders)


def circle_breaches(includes):
    """(path, line, message) for each circle; `includes` has (path, line, included file) of all sources."""
    arrows = {}
    for path, line, target in sorted(includes):
        arrow = folder_of(path), folder_of(target)
        if path != START and "/" in target and arrow[0] != arrow[1]:
            arrows.setdefault(arrow, (path, line))
    while arrows:
        graph = {}
        for own, wanted in arrows:
            graph.setdefault(own, set()).add(wanted)
        try:
            TopologicalSorter(graph).prepare()
            return
        except CycleError as error:
            circle = error.args[1][::-1]  # each includes the next
        # The arrow to what is deeper is the odd one: folders stand on what the folder above them has.
        odd = max(zip(circle, circle[1:]), key=lambda arrow: arrow[1].startswith(arrow[0] + "/"))
        path, line = arrows.pop(odd)
        yield path, line, f"folders include each other in a circle: {' -> '.join(circle)}"
