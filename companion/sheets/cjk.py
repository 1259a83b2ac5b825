"""Chinese, Japanese and Korean characters from this computer's fonts.

ReportLab embeds only TrueType outlines. Most of these fonts have CFF outlines (OpenType); with the optional extra `cjk`
single characters are extracted from such a font and their outlines converted.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

TRUETYPE = (
    "NotoSansSC-Regular.ttf",
    "NotoSansSC[wght].ttf",
    "NotoSansJP[wght].ttf",
    "NotoSansKR[wght].ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "uming.ttc",
    "ukai.ttc",
    "ipaexg.ttf",
    "ipag.ttf",
    "TakaoPGothic.ttf",
    "NanumGothic.ttf",
    "UnBatang.ttf",
    "unifont.ttf",
    "DejaVuSans.ttf",
    "Arial Unicode.ttf",
    "STHeiti Light.ttc",
    "AppleGothic.ttf",
    "msyh.ttc",
    "simsun.ttc",
    "msgothic.ttc",
    "malgun.ttf",
)
CFF = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKsc-Regular.otf",
    "NotoSansCJKjp-Regular.otf",
    "NotoSansCJKkr-Regular.otf",
    "NotoSansSC-Regular.otf",
    "NotoSansJP-Regular.otf",
    "NotoSansKR-Regular.otf",
    "SourceHanSans-Regular.ttc",
    "SourceHanSansSC-Regular.otf",
    "PingFang.ttc",
    "AppleSDGothicNeo.ttc",
)
_FOLDERS = {
    "win32": [os.path.expandvars(r"%WINDIR%\Fonts")],
    "darwin": ["/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"],
}.get(sys.platform, ["/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"])


def find_fonts(names: tuple[str, ...]) -> dict[str, Path]:
    """Return the font files among `names` that this computer has, in that order.

    The files in the folder `COMPANION_FONTS` of the environment come first, whatever their names.
    """
    configured = _in_folder(os.environ.get("COMPANION_FONTS", ""))
    by_name = {path.name: path for folder in reversed(_FOLDERS) for path in _in_folder(folder)}
    return {**{path.name: path for path in configured}, **{name: by_name[name] for name in names if name in by_name}}


def convert(character: str) -> bytes | None:
    """Return a TrueType font with only `character`, or None if no font here has it, or fontTools is not installed."""
    try:
        from fontTools.ttLib import TTFont, TTLibError
    except ImportError:
        return None
    for path in find_fonts(CFF).values():
        try:
            with TTFont(BytesIO(path.read_bytes()), fontNumber=0, lazy=True) as source:
                if "CFF " in source and ord(character) in (source.getBestCmap() or {}):
                    return _single_character_font(character, source)
        except (TTLibError, OSError):
            continue
    return None


def _single_character_font(character: str, source: Any) -> bytes:
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    outline = source.getGlyphSet()[source.getBestCmap()[ord(character)]]
    pen = TTGlyphPen(None)
    outline.draw(Cu2QuPen(pen, max_err=1, reverse_direction=True))
    name = f"CJK{ord(character):X}"
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=True)
    builder.setupGlyphOrder([".notdef", "character"])
    builder.setupCharacterMap({ord(character): "character"})
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "character": pen.glyph()})
    left = getattr(builder.font["glyf"]["character"], "xMin", 0)
    builder.setupHorizontalMetrics({".notdef": (outline.width, 0), "character": (outline.width, left)})
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    # No time stamp: the same character always gives the same bytes.
    builder.font["head"].created = builder.font["head"].modified = 0
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


@cache
def _in_folder(folder: str) -> tuple[Path, ...]:
    if not folder:
        return ()
    return tuple(
        path for path in sorted(Path(folder).expanduser().rglob("*")) if path.suffix in (".ttf", ".ttc", ".otf")
    )
