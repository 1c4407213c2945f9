"""Pictures of the kit, compared with those that were recorded.

They only say something in the browser that took them: with another Chromium the test says that it skipped.
``RETAGUARDA_RECORD_PICTURES=1`` takes them anew.
"""

import base64
import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import find
from pages import OpenAs
from person import ANA

FOLDER = Path(__file__).parent / "pictures"
RECORDED = FOLDER / "chromium.txt"
PARTS = ("buttons", "fields", "signs", "banners", "cards", "colours")
#: Of all points of a picture. Letters are smoothed a little differently from machine to machine.
MOST_DIFFERENT = 0.005

#: The share of points that differ by more than a little in any channel; 1 when the sizes differ.
COMPARE = """
async ([before, now]) => {
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    return canvas.getImageData(0, 0, image.width, image.height)
  }
  const [one, other] = [await pixels(before), await pixels(now)]
  if (one.width !== other.width || one.height !== other.height) return 1
  let different = 0
  for (let at = 0; at < one.data.length; at += 4) {
    const by = (channel) => Math.abs(one.data[at + channel] - other.data[at + channel])
    if (Math.max(by(0), by(1), by(2)) > 48) different++
  }
  return different / (one.width * one.height)
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_kit_looks_as_it_was_recorded(open_as: OpenAs, browser: Browser, theme: str) -> None:
    this = f"{Path(find(light=True)).name} {browser.version.split('.')[0]}"
    record = os.environ.get("RETAGUARDA_RECORD_PICTURES") == "1"
    if not record and RECORDED.read_text().strip() != this:
        pytest.skip(f"the pictures were taken by {RECORDED.read_text().strip()}, this is {this}")
    page = open_as(ANA, theme=theme)
    page.goto("/dashboard/kit")
    expect(page.get_by_role("heading", name="Kit", level=1)).to_be_visible()
    page.evaluate("document.fonts.ready")
    taken = {part: page.locator(f"[data-part={part}]").screenshot(animations="disabled") for part in PARTS}
    if record:
        _record(taken, theme, this)
    blank = page.context.new_page()
    different = {part: _share(blank, FOLDER / f"{part}-{theme}.png", picture) for part, picture in taken.items()}
    assert {part: share for part, share in different.items() if share > MOST_DIFFERENT} == {}


def _record(taken: dict[str, bytes], theme: str, this: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    RECORDED.write_text(f"{this}\n")
    for part, picture in taken.items():
        (FOLDER / f"{part}-{theme}.png").write_bytes(picture)


def _share(blank: Page, recorded: Path, picture: bytes) -> float:
    both = [base64.b64encode(each).decode() for each in (recorded.read_bytes(), picture)]
    return blank.evaluate(COMPARE, both)
