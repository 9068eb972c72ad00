"""How arrays are shown: a line, and for notebooks a drawing of the blocks."""
from __future__ import annotations

import html
from typing import Any

MOST = 1024  # blocks that are drawn


def distribution(a: Any) -> str:
    """Kind, blocks and ranks of an array, and what is here."""
    spec = a._spec()
    n = a.ndim
    blocks = a.block_count
    parts = [a.kind.replace("_", "-")]
    if spec.block[0] and "irregular" not in a.kind:
        parts[0] += " in blocks of " + " x ".join(str(spec.block[d]) for d in range(n))
    parts.append(f"{blocks} block{'s' if blocks > 1 else ''}")
    parts.append(f"on {a.group.size} rank{'s' if a.group.size > 1 else ''}")
    if any(spec.ghosts[d] for d in range(n)):
        parts.append("ghosts " + " x ".join(str(spec.ghosts[d]) for d in range(n)))
    if a.read_only:
        parts.append("read-only")
    return ", ".join(parts)


def drawing(a: Any) -> str:
    """The line, and the blocks of the first two dimensions, each in the colour and with the number of its owner."""
    line = html.escape(repr(a))
    if a._home is None:
        return f"<p>{line}</p>"
    rows = a.shape[0]
    columns = a.shape[1] if a.ndim > 1 else 1
    scale = 240 / max(rows, columns)
    height, width = max(rows * scale, 12), max(columns * scale, 12)
    first = [block for block in a.blocks(most=MOST) if all(low == 0 for low in block.lo[2:])]
    cells = []
    for block in first:
        top, left = block.lo[0] * height / rows, (block.lo[1] if a.ndim > 1 else 0) * width / columns
        tall = (block.hi[0] - block.lo[0] + 1) * height / rows
        wide = (block.hi[1] - block.lo[1] + 1 if a.ndim > 1 else 1) * width / columns
        hue = block.rank * 137 % 360
        cells.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
            f'fill="hsl({hue},60%,80%)" stroke="#666" stroke-width="0.5"/>'
        )
        if tall >= 12 and wide >= 12:
            cells.append(
                f'<text x="{left + wide / 2:.1f}" y="{top + tall / 2 + 4:.1f}" font-size="10" '
                f'text-anchor="middle">{block.rank}</text>'
            )
    return (
        f'<div><p>{line}</p><svg width="{width + 2:.0f}" height="{height + 2:.0f}" '
        f'viewBox="-1 -1 {width + 2:.0f} {height + 2:.0f}">{"".join(cells)}</svg></div>'
    )
