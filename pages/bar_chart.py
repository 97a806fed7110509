# SPDX-License-Identifier: MIT
"""Horizontal bars as SVG: one per row, a line at 1, and where it is known a mark for single steps."""
from xml.sax.saxutils import escape

ROW, LEFT, WIDTH, RIGHT, TOP, BOTTOM = 22, 300, 400, 140, 44, 40    # pixels
BAR, MARK, GRID, INK = "#3b6ea5", "#c0504d", "#d5d5d5", "#222222"


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" font-size="{size}" fill="{INK}">{escape(words)}</text>'


def ticks(most):
    """Round steps of the axis that reach `most`."""
    step = next(s for s in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200) if most / s <= 8)
    return [round(step * i, 10) for i in range(int(most / step) + 2)]


def bar_chart(title, axis, bars, line_at=1):
    """bars: (label, shown value, value, value of single steps or None); a line where the value is `line_at`, if any."""
    marks = ticks(max([value for *_, value, _ in bars] + [single for *_, single in bars if single]))
    scale = WIDTH / marks[-1]
    bottom = TOP + ROW * len(bars)
    parts = [text(10, 20, title, size=14)]
    for mark in marks:
        x = LEFT + mark * scale
        parts += [f'<line x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{bottom}" stroke="{GRID}"/>',
                  text(x, bottom + 15, f"{mark:g}", "middle", 11)]
    for i, (label, shown, value, single) in enumerate(bars):
        y = TOP + ROW * i
        parts += [text(LEFT - 8, y + 14, label, "end"),
                  f'<rect x="{LEFT}" y="{y + 3}" width="{value * scale:.1f}" height="{ROW - 7}" fill="{BAR}"/>',
                  text(LEFT + max(value, single or 0) * scale + 6, y + 14, shown, size=11)]
        if single:
            x = LEFT + single * scale
            parts.append(f'<line x1="{x:.1f}" y1="{y + 1}" x2="{x:.1f}" y2="{y + ROW - 2}" stroke="{MARK}" stroke-width="3"/>')
    if line_at is not None:
        x = LEFT + line_at * scale
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{bottom}" stroke="{INK}"/>')
    parts.append(text(LEFT + WIDTH / 2, bottom + 32, axis, "middle", 11))
    size = f'width="{LEFT + WIDTH + RIGHT}" height="{bottom + BOTTOM}"'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n<rect width="100%" height="100%" '
            'fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")
