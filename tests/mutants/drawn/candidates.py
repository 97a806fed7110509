# SPDX-License-Identifier: MIT
"""Faults that a line of a source could have, found in its syntax tree (libclang).

A candidate is (line, edit, what); an edit is (first byte, byte after the last, text with {n} for the number of the fault).
The faulty and the right form both stand in the text, and wavesim_planted({n}) chooses.
"""
from clang.cindex import CursorKind, Index, TypeKind

SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*", "%": "*",
           "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
COMPARED = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"}
NUMBERS = {TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG, TypeKind.ULONGLONG, TypeKind.DOUBLE,
           TypeKind.FLOAT, TypeKind.DEPENDENT}
FUNCTIONS = {CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE,
             CursorKind.CONVERSION_FUNCTION, CursorKind.DESTRUCTOR}
NOT_HERE = {CursorKind.STATIC_ASSERT, CursorKind.ENUM_DECL}
CLASSES = {CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE}


class Source:
    def __init__(self, path, flags, text=None):
        """`text`: what the parser sees instead, a source that includes `path`."""
        self.path, self.bytes, self.found = str(path), path.read_bytes(), []
        unsaved = [("stub.cpp", text)] if text else None
        unit = Index.create().parse("stub.cpp" if text else self.path, args=flags, unsaved_files=unsaved)
        for cursor in unit.cursor.get_children():
            if cursor.location.file and cursor.location.file.name == self.path:
                self.walk(cursor, None)

    def text(self, cursor):
        return self.bytes[cursor.extent.start.offset:cursor.extent.end.offset].decode()

    def take(self, cursor, what, faulty, right=None):
        extent = cursor.extent
        if "//" in faulty:  # a comment would take the rest of the line with it
            return
        faulty = " ".join(faulty.split("\n"))  # so that later lines keep their numbers
        new = f"(wavesim_planted({{n}}) ? {braced(faulty)} : {braced(right or '(' + self.text(cursor) + ')')})"
        self.found.append((extent.start.line, (extent.start.offset, extent.end.offset, new), what))

    def walk(self, cursor, parent):
        kind = cursor.kind
        if kind in NOT_HERE or self.is_constant(cursor):
            return
        children = list(cursor.get_children())
        if kind in CLASSES:  # the functions that have their text here; initial values of members are no code
            children = [child for child in children if child.kind in FUNCTIONS | CLASSES]
        if kind == CursorKind.IF_STMT and self.text(cursor).startswith("if constexpr"):
            children = children[1:]
        elif kind == CursorKind.CASE_STMT or kind == CursorKind.VAR_DECL and cursor.type.kind == TypeKind.CONSTANTARRAY:
            children = children[1:]
        elif kind in (CursorKind.IF_STMT, CursorKind.CONDITIONAL_OPERATOR) and children[0].kind.is_expression():
            self.negate(children[0])
        if kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR):
            self.operator(cursor, children)
        elif kind in (CursorKind.INTEGER_LITERAL, CursorKind.FLOATING_LITERAL):
            self.literal(cursor)
        elif kind == CursorKind.CXX_BOOL_LITERAL_EXPR and self.text(cursor) in ("true", "false"):
            self.take(cursor, f"not {self.text(cursor)}", "false" if self.text(cursor) == "true" else "true")
        elif kind == CursorKind.CALL_EXPR:
            self.extreme(cursor)
        if parent is not None and parent.kind == CursorKind.COMPOUND_STMT:
            self.leave_out(cursor)
        for child in children:
            self.walk(child, cursor)

    def is_constant(self, cursor):
        if cursor.kind not in FUNCTIONS and cursor.kind != CursorKind.VAR_DECL:
            return False
        words = self.text(cursor).split("{")[0].split("=")[0].split()
        return "constexpr" in words or "consteval" in words

    def negate(self, cursor):
        self.take(cursor, "condition negated", f"!({self.text(cursor)})", f"static_cast<bool>({self.text(cursor)})")

    def operator(self, cursor, children):
        if len(children) != 2:
            return
        left, right = children
        sign = self.bytes[left.extent.end.offset:right.extent.start.offset].decode().strip()
        if sign not in SWAPPED:
            return
        if sign not in COMPARED and cursor.type.get_canonical().kind not in NUMBERS:
            return
        self.take(cursor, f"{SWAPPED[sign]} for {sign}", f"({self.text(left)} {SWAPPED[sign]} {self.text(right)})")

    def literal(self, cursor):
        begin, end, text = cursor.extent.start.offset, cursor.extent.end.offset, self.text(cursor)
        in_template = self.bytes[:begin].rstrip().endswith((b"<", b"[")) and self.bytes[end:].lstrip().startswith((b">", b"]"))
        if not text or not (text[0].isdigit() or text[0] == ".") or in_template:
            return
        zero = not any(digit in "123456789" for digit in text.lower().split("e")[0])
        more = f"{text} + 1" if cursor.kind == CursorKind.INTEGER_LITERAL or zero else f"1.25F * {text}"
        self.take(cursor, f"{more} for {text}", f"({more})")

    def extreme(self, cursor):
        text = self.text(cursor)
        for one, other in (("std::min", "std::max"), ("std::max", "std::min")):
            if text.startswith((one + "(", one + "<")):
                self.take(cursor, f"{other} for {one}", other + text[len(one):])

    def leave_out(self, cursor):
        text, end = self.text(cursor), cursor.extent.end.offset
        assigned = cursor.kind == CursorKind.BINARY_OPERATOR and "=" in text
        if cursor.kind not in (CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR, CursorKind.UNARY_OPERATOR) and not assigned:
            return
        if self.bytes[end:].lstrip()[:1] != b";":
            return
        begin = cursor.extent.start.offset
        self.found.append((cursor.extent.start.line, (begin, begin, "if (!wavesim_planted({n})) "), f"left out: {' '.join(text.split())[:60]}"))


def braced(text):
    """With braces that format() leaves as they are."""
    return text.replace("{", "{{").replace("}", "}}")
