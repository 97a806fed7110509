# SPDX-License-Identifier: MIT
"""Finds classes and enumerations that have one name in one namespace: they link silently, and one is taken for the other."""
import re

CLASS_KEYS = {"class", "struct", "union", "enum"}
TOKEN = re.compile(r"\w+|::|\[\[|\]\]|[^\s\w]")
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.M)


def without_directives(code):
    return DIRECTIVE.sub(lambda m: "\n" * m.group(0).count("\n"), code)


def tokens_of(code):
    """(line, token) of code without comments, literals and directives."""
    for number, line in enumerate(code.split("\n"), 1):
        for match in TOKEN.finditer(line):
            yield number, match.group(0)


def without_brackets(words):
    """A statement without what stands in (), [[]] and the <> after `template`."""
    kept, depth, angles = [], 0, 0
    for i, word in enumerate(words):
        if word in ("(", "[["):
            depth += 1
        elif word in (")", "]]"):
            depth -= 1
        elif depth == 0 and word == "<" and (angles > 0 or words[i - 1] == "template"):
            angles += 1
        elif depth == 0 and word == ">" and angles > 0:
            angles -= 1
        elif depth == 0 and angles == 0:
            kept.append(word)
    return kept


def namespace_of(words):
    """Name of the namespace that a statement opens before its {: `a::b`, empty for one without a name, None for another thing."""
    words = [word for word in without_brackets(words) if word != "inline"]
    return "".join(words[1:]) if words[:1] == ["namespace"] else None


def class_of(words):
    """Name of the class or enumeration that a statement defines before its {, or None. Specialisations and what is
    defined for another scope (a::b) have none."""
    words = without_brackets(words)
    start = next((i for i, word in enumerate(words) if word in CLASS_KEYS), None)
    if start is None:
        return None
    rest = words[start + 1:]
    if rest[:1] and rest[0] in CLASS_KEYS:  # enum class
        rest = rest[1:]
    while len(rest) > 1 and rest[0] in ("alignas", "__align__"):
        rest = rest[1:]
    named = bool(rest) and re.fullmatch(r"[A-Za-z_]\w*", rest[0]) and rest[0] != "final"
    return rest[0] if named and (len(rest) == 1 or rest[1] in (":", "final")) else None


def definitions(code, header):
    """(line, qualified name) of each class and enumeration at namespace scope. Those of unnamed namespaces count in headers
    alone."""
    scopes, words = [], []  # a scope is the name of a namespace, or None
    for line, word in tokens_of(without_directives(code)):
        if word == "{":
            name = namespace_of(words)
            if name is None and words == ["extern"]:
                name = ""
            if name is None and None not in scopes:
                defined = class_of(words)
                hidden = not header and "" in scopes
                if defined and not hidden:
                    yield line, "::".join([*filter(None, scopes), defined])
            scopes.append(name)
            words = []
        elif word == "}":
            scopes = scopes[:-1]
            words = []
        elif word == ";":
            words = []
        else:
            words.append(word)


def duplicate_breaches(codes):
    """(path, line, message) of each definition but the first of its name; `codes` are (path, code without comments and
    literals)."""
    first = {}
    for path, code in codes:
        for line, name in definitions(code, path.suffix in (".hpp", ".cuh")):
            if name in first:
                yield path, line, f"defines {name}, which {first[name]} defines, too: one would be taken for the other"
            else:
                first[name] = f"{path}:{line}"
