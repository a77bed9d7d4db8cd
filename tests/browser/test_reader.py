"""What a reader sees and does, in light and in dark, at a desk and with a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.browser.conftest import Reader

LUMINANCE = """(element, property) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const over = (colour, under) => {
    canvas.fillStyle = under; canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data.slice(0, 3);
  };
  const light = data => {
    const part = value => { value /= 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(data[0]) + 0.7152 * part(data[1]) + 0.0722 * part(data[2]);
  };
  const ground = getComputedStyle(document.body).backgroundColor;
  const back = light(over(ground, "white"));
  const fore = light(over(getComputedStyle(element)[property], ground));
  return (Math.max(back, fore) + 0.05) / (Math.min(back, fore) + 0.05);
}"""


def contrast(reader: Reader, selector: str, property_: str) -> float:
    """How far the colour of an element is from the page's ground, from 1 to 21."""
    found = reader.page.locator(selector).first
    return float(found.evaluate(LUMINANCE, property_))


def test_a_number_leads_to_its_proof_and_the_proof_back(reader: Reader) -> None:
    reader.open("")
    reader.page.get_by_role("link", name="96.2 s", exact=True).first.click()
    reader.page.wait_for_url(re.compile(r"/ledger/#slowest$"))
    entry = reader.page.locator("#slowest")
    assert entry.is_visible()
    assert "slowest night took 96.2 s" in entry.inner_text()
    entry.get_by_role("link", name="docs/index.md:8").click()
    reader.page.wait_for_url(re.compile(r"/#said-slowest$"))
    assert reader.page.locator("#said-slowest").is_visible()


def test_the_query_behind_a_proof_opens(reader: Reader) -> None:
    reader.open("ledger/#thursday")
    entry = reader.page.locator("#thursday")
    assert not entry.locator("pre").first.is_visible()
    entry.locator("summary").click()
    assert "a.night = 'Thursday'" in entry.locator("pre").first.inner_text()


def test_the_rows_of_a_figure_open_and_can_be_taken_along(reader: Reader, tmp_path: Path) -> None:
    reader.open("")
    rows = reader.page.locator("#fig-nights .pp-rows")
    assert not rows.locator("table").is_visible()
    rows.locator("summary").click()
    assert rows.locator("td", has_text="Wednesday").is_visible()
    with reader.page.expect_download() as download:
        rows.get_by_role("link", name="fig-nights.csv").click()
    download.value.save_as(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().startswith("night,time_s\nMonday,41.5\n")


def test_a_screen_reader_hears_the_claim_and_not_the_ticks(reader: Reader) -> None:
    reader.open("")
    name = "On Thursday the backup took 96.2 s, more than twice the time of Wednesday."
    chart = reader.page.get_by_role("img", name=name, exact=True)
    assert chart.aria_snapshot() == f'- img "{name}"'
    described = reader.page.locator(f"#{chart.get_attribute('aria-describedby')}")
    assert (described.text_content() or "").startswith("Drawn from 4 rows of night and time_s")


def test_charts_and_words_stand_out_from_the_page(reader: Reader, scheme: str) -> None:
    reader.open("")
    slate = "slate" if scheme == "dark" else "default"
    assert reader.page.locator("body").get_attribute("data-md-color-scheme") == slate
    assert contrast(reader, "#fig-nights .role-mark path", "fill") >= 3
    assert contrast(reader, "#fig-nights .role-axis-title text", "fill") >= 4.5
    assert contrast(reader, "#fig-nights .role-axis-label text", "fill") >= 4.5
    for selector in (".pp-proof", ".pp-claim", ".pp-caption", ".pp-sources li", ".pp-rows summary"):
        assert contrast(reader, selector, "color") >= 4.5, selector
    reader.open("ledger/")
    for selector in (".pp-verdict", ".pp-entry dt", ".pp-entry dd", ".pp-how"):
        assert contrast(reader, selector, "color") >= 4.5, selector


def test_a_chart_follows_the_toggle_without_a_reload(guide_reader: Reader, scheme: str) -> None:
    guide_reader.open("one-gpu/offload/")
    page = guide_reader.page
    bar = page.locator("#fig-2-2 .role-mark path").first
    before = bar.evaluate("element => getComputedStyle(element).fill")
    now = "default" if scheme == "light" else "slate"
    assert page.locator("body").get_attribute("data-md-color-scheme") == now
    other = "dark" if scheme == "light" else "light"
    page.emulate_media(color_scheme=other)  # type: ignore[arg-type]
    page.wait_for_function(f"document.body.dataset.mdColorScheme != '{now}'")
    assert bar.evaluate("element => getComputedStyle(element).fill") != before


@pytest.mark.parametrize("path", ["", "deep/runs/", "ledger/", "ledger/#nights-table.r1c2"])
def test_nothing_is_wider_than_a_phone(phone: Reader, path: str) -> None:
    phone.open(path)
    phone.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    width = phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    for chart in phone.page.locator("svg.pp-chart:visible").all():
        box = chart.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 360


def test_the_letters_of_a_chart_can_be_read_on_a_phone(phone: Reader) -> None:
    phone.open("")
    charts = phone.page.locator("svg.pp-chart:visible").all()
    assert charts
    for chart in charts:
        drawn = "svg => svg.getBoundingClientRect().width / svg.width.baseVal.value"
        assert 12 * chart.evaluate(drawn) > 9


def test_a_search_finds_a_claim_and_no_tick_of_an_axis(reader: Reader) -> None:
    reader.open("")
    index = reader.page.evaluate("fetch('search/search_index.json').then(answer => answer.json())")[
        "docs"
    ]
    texts = " ".join(entry["text"] for entry in index)
    assert "more than twice" in texts
    assert "time (s)" not in texts
    assert "SELECT" not in texts


@pytest.mark.parametrize("path", ["", "how-to-read/", "one-gpu/offload/", "one-gpu/lab-notes/"])
def test_the_guide_has_nothing_to_complain_of(guide_reader: Reader, path: str) -> None:
    guide_reader.open(path)
    assert guide_reader.page.locator("h1").first.is_visible()
    assert guide_reader.page.locator("a.pp-proof").count() > 0


def test_every_proof_of_the_guide_is_in_its_ledger(guide_reader: Reader) -> None:
    guide_reader.open("one-gpu/offload/")
    links = guide_reader.page.locator("a.pp-proof").evaluate_all(
        "all => all.map(one => one.getAttribute('href').split('#')[1])"
    )
    assert len(links) >= 25
    guide_reader.open("ledger/")
    ids = set(guide_reader.page.locator("[id]").evaluate_all("all => all.map(one => one.id)"))
    assert set(links) <= ids


def test_the_button_of_a_session_copies_what_a_reader_types(guide_reader: Reader) -> None:
    """Neither the prompts nor what the commands print; a file is copied whole."""
    page = guide_reader.page
    guide_reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guide_reader.open("builder/quick-start/")

    def copied(words: str) -> str:
        block = page.locator("div.highlight", has_text=words).first
        block.hover()
        block.locator("[data-md-type=copy], .md-clipboard, .md-code__button").first.click()
        return str(page.evaluate("navigator.clipboard.readText()"))

    assert copied("sed -i 's/3.1 s with zstd/3.2") == (
        "sed -i 's/3.1 s with zstd/3.2 s with zstd/' docs/index.md\nproseproof check"
    )
    assert copied("folder,tool,time_s").startswith("folder,tool,time_s,size_mb\nholiday,gzip,")
