"""Draws the screens that rakkan-record wrote: draw-screens.py FOLDER OUT makes OUT/NAME.png of each FOLDER/NAME.json."""

import glob
import json
import os
import sys

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT, MARGIN, SIZE, BASELINE = 8, 17, 12, 13, 13
FOLDER = "/usr/share/fonts"
PLAIN = FOLDER + "/truetype/dejavu/DejaVuSansMono.ttf"
BOLD = FOLDER + "/truetype/dejavu/DejaVuSansMono-Bold.ttf"
WIDE = FOLDER + "/opentype/noto/NotoSansCJK-Regular.ttc"
WIDE_BOLD = FOLDER + "/opentype/noto/NotoSansCJK-Bold.ttc"
EMOJI = FOLDER + "/truetype/noto/NotoColorEmoji.ttf"

GROUNDS = {
    "dark": ((20, 22, 28), (214, 217, 224)),
    "light": ((255, 255, 255), (36, 39, 46)),
    "monochrome": ((0, 0, 0), (220, 220, 220)),
}
# Lines as strokes from the middle of the cell: left, right, up, down.
STROKES = {"─": "lr", "│": "ud", "┼": "lrud", "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru",
           "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu"}


def fonts():
    cjk = 5  # Noto Sans Mono CJK JP
    return {
        False: ImageFont.truetype(PLAIN, SIZE), True: ImageFont.truetype(BOLD, SIZE),
        "wide": ImageFont.truetype(WIDE, SIZE + 1, index=cjk), "wide bold": ImageFont.truetype(WIDE_BOLD, SIZE + 1, index=cjk),
        "emoji": ImageFont.truetype(EMOJI, 109),
    }


FONTS = fonts()


def color(index):
    """The palette of xterm; its first sixteen are everyone's own, and are not used by the themes with 256 colours."""
    if index >= 232:
        return (8 + (index - 232) * 10,) * 3
    if index < 16:
        level = 255 if index >= 8 else 205
        return tuple(level if index >> bit & 1 else 0 for bit in range(3))
    steps = [0, 95, 135, 175, 215, 255]
    index -= 16
    return steps[index // 36], steps[index // 6 % 6], steps[index % 6]


def blend(ink, ground, share):
    return tuple(round(a * share + b * (1 - share)) for a, b in zip(ink, ground))


def is_emoji(text):
    first = ord(text[0])
    return first >= 0x1F000 or 0x231A <= first < 0x2E80 or "\ufe0f" in text


def draw_cell(image, pen, x, y, cell, ground, ink):
    text, width = cell["text"], cell["width"] * WIDTH
    if cell.get("color") is not None:
        ink = color(cell["color"])
    if cell.get("faint"):
        ink = blend(ink, ground, 0.62)
    if cell.get("reversed"):
        ink, ground = ground, ink
        pen.rectangle([x, y, x + width - 1, y + HEIGHT - 1], fill=ground)
    middle, centre = x + WIDTH // 2, y + HEIGHT // 2
    if text in STROKES:
        ends = {"l": (x, centre), "r": (x + WIDTH - 1, centre), "u": (middle, y), "d": (middle, y + HEIGHT - 1)}
        for side in STROKES[text]:
            pen.line([(middle, centre), ends[side]], fill=ink)
    elif "█" <= text <= "▏":
        eighths = 8 - (ord(text) - ord("█"))
        pen.rectangle([x, y + 2, x + max(1, WIDTH * eighths // 8) - 1, y + HEIGHT - 3], fill=ink)
    elif text != " ":
        bold = bool(cell.get("bold"))
        if is_emoji(text) and (cell["width"] == 2 or ord(text[0]) >= 0x1F300):
            # The emulator takes the newest ones for narrow; the client leaves them two cells.
            width = 2 * WIDTH
            box = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
            ImageDraw.Draw(box).text((0, 0), text, font=FONTS["emoji"], embedded_color=True)
            box = box.resize((width, width * 128 // 136), Image.LANCZOS)
            image.paste(box, (x, y + (HEIGHT - box.height) // 2), box)
        else:
            font = FONTS["wide bold" if bold else "wide"] if cell["width"] == 2 else FONTS[bold]
            pen.text((x, y + BASELINE), text, font=font, fill=ink, anchor="ls")
    if cell.get("underlined"):
        pen.line([(x, y + HEIGHT - 2), (x + width - 1, y + HEIGHT - 2)], fill=ink)


def draw(still):
    ground, ink = GROUNDS[still["look"]]
    size = still["columns"] * WIDTH + 2 * MARGIN, still["rows"] * HEIGHT + 2 * MARGIN
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    for row, cells in enumerate(still["cells"]):
        x, y = MARGIN, MARGIN + row * HEIGHT
        for cell in cells:
            draw_cell(image, pen, x, y, cell, ground, ink)
            x += cell["width"] * WIDTH
    cursor = still.get("cursor")
    if cursor:
        x, y = MARGIN + cursor["column"] * WIDTH, MARGIN + cursor["row"] * HEIGHT
        pen.rectangle([x, y, x + WIDTH - 1, y + HEIGHT - 1], outline=blend(ink, ground, 0.8))
    return image.quantize(colors=96, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def main(folder, out):
    os.makedirs(out, exist_ok=True)
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            still = json.load(file)
        name = os.path.splitext(os.path.basename(path))[0]
        draw(still).save(os.path.join(out, name + ".png"), optimize=True)


main(*sys.argv[1:])
