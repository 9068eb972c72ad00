#!/usr/bin/python3
"""Tests a page that ashlar-trace html has written, in headless Chromium.

    viewer.py FILE.html [FOLDER] [SUMMARY.txt]   prints a line per check; screenshots go to the folder; the numbers of
                                                 calls are compared with the text of `summary`
    viewer.py --error FILE.html                  expects that the page says in words that it is damaged
"""
import json, pathlib, sys, time

from selenium import webdriver
from selenium.webdriver import ActionChains, Keys

FRAME_LIMIT = 100  # ms
failed = 0


def check(name, good, detail=""):
    global failed
    failed += not good
    print("%-6s %s%s" % ("ok" if good else "FAILED", name, " (%s)" % detail if detail != "" else ""), flush=True)


def browser():
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1600,1000"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options)


class Page:
    def __init__(self, driver, path):
        self.driver, self.js = driver, driver.execute_script
        driver.get(pathlib.Path(path).resolve().as_uri())
        self.error = driver.execute_async_script(
            "const done = arguments[0]; window.ashlar.ready.then(() => done(null), e => done(String(e)));")
        self.settle()

    def settle(self):
        """Wait for two frames."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));")

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()
        self.settle()
        return self.state()

    def state(self):
        return self.js("return window.ashlar.state()")

    def seek(self, t):
        self.js("window.ashlar.seek(arguments[0])", t)
        self.settle()

    def theme(self, name):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": name}]})
        self.settle()

    def shot(self, folder, name):
        if folder:
            self.driver.save_screenshot(str(folder / (name + ".png")))

    def drag(self, node, begin, end, key=None):
        """Drag between points that are shares of the node's width and height."""
        width, height = node.size["width"], node.size["height"]
        at = lambda p: (int((p[0] - 0.5) * width), int((p[1] - 0.5) * height))
        chain = ActionChains(self.driver, duration=30)
        if key:
            chain.key_down(key)
        chain.move_to_element_with_offset(node, *at(begin)).click_and_hold()
        chain.move_to_element_with_offset(node, *at([(a + b) / 2 for a, b in zip(begin, end)]))
        chain.move_to_element_with_offset(node, *at(end)).release()
        if key:
            chain.key_up(key)
        chain.perform()
        self.settle()


def check_keys(page, meta):
    run = meta["seconds"]
    page.seek(run / 2)
    check("space plays", page.key(" ")["playing"])
    time.sleep(0.3)
    state = page.key(" ")
    check("space pauses", not state["playing"])
    check("time has gone on", state["time"] > run / 2, "%.4f s" % state["time"])
    page.seek(run / 2)
    now = page.state()["time"]
    check("right steps", page.key(Keys.ARROW_RIGHT)["time"] > now)
    check("left steps back", abs(page.key(Keys.ARROW_LEFT)["time"] - now) < run * 1e-6)
    check("up is faster", page.key(Keys.ARROW_UP)["speed"] == 1)
    check("down is slower", page.key(Keys.ARROW_DOWN)["speed"] == 0)
    check("m shows the map", page.key("m")["map"])
    check("m shows accesses again", not page.key("m")["map"])
    check("Home goes to the start", page.key(Keys.HOME)["time"] == 0)
    check("End goes to the end", page.key(Keys.END)["time"] == run)
    kinds = page.state()["kinds"]
    if any(k["calls"] for k in meta["summary"]["kinds"]):
        changed = page.key("1")["kinds"]
        check("1 hides a kind", changed.count(False) == 1 and kinds.count(False) == 0)
        check("1 shows it again", page.key("1")["kinds"] == kinds)
    check("? shows help", page.key("?")["help"])
    check("? hides help", not page.key("?")["help"])
    page.key("?")
    check("Escape hides help", not page.key(Keys.ESCAPE)["help"])


def check_numbers(page, meta):
    cells = page.js("return [...document.querySelectorAll('td[data-of]')].map("
                    "td => [td.dataset.of, td.dataset.what, td.dataset.value])")
    cells = {(of, what): float(value) for of, what, value in cells}
    summary, wrong, seen = meta["summary"], [], 0
    rows = [("total", summary["total"])]
    rows += [("kind:" + n, r) for n, r in zip(meta["kinds"], summary["kinds"]) if r["calls"]]
    rows += [("call:" + r["name"], r) for r in summary["calls"]]
    rows += [("rank:%d" % r["rank"], r) for r in summary["ranks"]]
    rows += [("object:%d" % k, r) for k, r in enumerate(summary["objects"])]
    for of, row in rows:
        for what in ("calls", "bytes", "seconds", "waited") + (("overlaps",) if of.startswith("object") else ()):
            seen += 1
            if cells.get((of, what)) != row[what]:
                wrong.append((of, what, row[what], cells.get((of, what))))
    check("numbers in the tables are those of the summary", not wrong, wrong[:3] if wrong else "%d numbers" % seen)
    shown = page.js("return document.body.innerText")
    check("notes are shown", all(note in shown for note in meta["notes"]), len(meta["notes"]))


def check_pointer(page, meta):
    driver, run = page.driver, meta["seconds"]
    canvases = [c for c in driver.find_elements("css selector", "#arrays canvas") if c.is_displayed()]
    if canvases:
        page.seek(run * 0.4)
        index = int(page.js("return arguments[0].closest('[data-object]').dataset.object", canvases[0]))
        view = lambda: page.state()["objects"][index]["view"]
        whole = view()
        page.drag(canvases[0], (0.45, 0.4), (0.8, 0.85))
        zoomed = view()
        check("dragging on an array zooms", zoomed != whole, zoomed)
        check("Escape zooms out", page.key(Keys.ESCAPE)["objects"][index]["view"] == whole)
        page.drag(canvases[0], (0.45, 0.4), (0.8, 0.85))
        ActionChains(driver).double_click(canvases[0]).perform()
        page.settle()
        check("a double click zooms out", view() == whole)
        ActionChains(driver).move_to_element_with_offset(canvases[0], 5, 5).perform()
        page.settle()
        check("an array has a tooltip", "element" in page.js("return document.getElementById('tip').textContent")
              or "row" in page.js("return document.getElementById('tip').textContent"))
    line = driver.find_element("id", "line")
    if run > 0:
        page.drag(line, (0.3, 0.7), (0.6, 0.7))
        check("dragging on the time line scrubs", abs(page.state()["time"] / run - 0.58) < 0.06, page.state()["time"])
        page.drag(line, (0.3, 0.7), (0.5, 0.7), Keys.SHIFT)
        state = page.state()
        check("Shift+drag zooms the time", 0 < state["to"] - state["from"] < run * 0.3, [state["from"], state["to"]])
        state = page.key(Keys.ESCAPE)
        check("Escape shows the whole run", state["from"] == 0 and state["to"] == run)
        page.js("document.getElementById('line').dispatchEvent(new WheelEvent('wheel', {deltaY: -300, bubbles: true,"
                "cancelable: true, clientX: innerWidth / 2, clientY: document.getElementById('line').getBoundingClientRect().top + 60}))")
        page.settle()
        state = page.state()
        check("the wheel zooms the time", state["to"] - state["from"] < run * 0.9)
        page.key(Keys.ESCAPE)
    driver.find_element("id", "theme").click()
    check("the theme can be changed", page.state()["theme"] == "dark")
    driver.find_element("id", "theme").click()


def check_frames(page, meta):
    """Play parts of the run at several speeds, and zoom while it plays."""
    worst = {}
    gaps = ("window.gaps = []; let last = performance.now(); window.measuring = true;"
            "(function f(now) { window.gaps.push(now - last); last = now; if (window.measuring) requestAnimationFrame(f); })(last);")
    for speed in (0, 3, 6, -3):
        page.seek(meta["seconds"] * 0.3)
        now = page.state()["speed"]
        for _ in range(abs(speed - now)):
            page.key(Keys.ARROW_UP if speed > now else Keys.ARROW_DOWN)
        page.js("window.ashlar.frameTimes.length = 0;" + gaps + "window.ashlar.play()")
        time.sleep(1.5 if speed < 6 else 0.5)
        page.js("window.ashlar.pause(); window.measuring = false")
        times, between = page.js("return [window.ashlar.frameTimes, window.gaps.slice(1)]")
        worst["x2^%d" % speed] = (max(times), sum(times) / len(times), max(between))
    page.seek(meta["seconds"] * 0.3)
    page.js("window.ashlar.frameTimes.length = 0; window.ashlar.play()")
    for key in "+++++++------":
        page.key(key)
    page.js("window.ashlar.pause()")
    times = page.js("return window.ashlar.frameTimes")
    worst["zooming"] = (max(times), sum(times) / len(times), 0)
    for _ in range(9):
        page.key(Keys.ARROW_UP)
    page.js("window.ashlar.frameTimes.length = 0")
    for k in range(50):
        page.seek(meta["seconds"] * k / 50)
    page.key("m")
    page.key("m")
    times = page.js("return window.ashlar.frameTimes")
    worst["seeking and map"] = (max(times), sum(times) / len(times), 0)
    for name, (most, mean, gap) in worst.items():
        check("frames at %s" % name, most <= FRAME_LIMIT,
              "%.1f ms at most, %.1f on average" % (most, mean) + (", %.0f between frames at most" % gap if gap else ""))
    for _ in range(6):
        page.key(Keys.ARROW_DOWN)


def check_end(page, meta):
    page.seek(meta["seconds"] * 0.97)
    page.key(" ")
    time.sleep(1.2)
    state = page.state()
    check("the map is shown when the play has ended", state["map"] and not state["playing"], state["time"])
    page.key("m")


def screenshots(page, meta, folder):
    run = meta["seconds"]
    for width, height in ((1600, 1000), (1000, 760)):
        page.driver.set_window_size(width, height)
        for theme in ("light", "dark"):
            page.theme(theme)
            page.key(Keys.ESCAPE)
            page.seek(run * 0.432)
            page.js("scrollTo(0, 0)")
            page.shot(folder, "%d-%s-play" % (width, theme))
            page.key("m")
            page.shot(folder, "%d-%s-map" % (width, theme))
            page.js("document.getElementById('summary').scrollIntoView()")
            page.settle()
            page.shot(folder, "%d-%s-summary" % (width, theme))
            page.js("scrollTo(0, 0)")
            page.key("m")
            over = page.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            check("%d pixels, %s: nothing is wider than the window" % (width, theme), over <= 0, over)
        page.key("?")
        page.shot(folder, "%d-help" % width)
        page.key(Keys.ESCAPE)
    page.driver.set_window_size(1600, 1000)
    page.theme("light")
    page.js("scrollTo(0, 0)")
    page.settle()
    canvases = [c for c in page.driver.find_elements("css selector", "#arrays canvas") if c.is_displayed()]
    if canvases and run > 0:
        page.drag(canvases[0], (0.3, 0.2), (0.7, 0.6))
        page.drag(page.driver.find_element("id", "line"), (0.45, 0.7), (0.47, 0.7), Keys.SHIFT)
        page.seek((page.state()["from"] + page.state()["to"]) / 2)
        ActionChains(page.driver).move_to_element_with_offset(canvases[0], 10, 10).perform()
        page.settle()
        page.shot(folder, "zoomed")
        page.key(Keys.ESCAPE)


def check_summary(page, path):
    """The calls of each name are as many as `ashlar-trace summary` says."""
    rows = [line.split() for line in open(path)]
    calls = {row[0]: int(row[1]) for row in rows if len(row) > 6 and row[0].startswith(("ga_", "al_", "la_")) and row[1].isdigit()}
    cell = "const c = document.querySelector(`td[data-of='${arguments[0]}'][data-what='calls']`); return c && c.dataset.value"
    shown = {name: page.js(cell, "call:" + name) for name in calls}
    wrong = [name for name in calls if shown[name] != str(calls[name])]
    check("calls are as many as in the summary", calls and not wrong, "%d names" % len(calls) if not wrong else wrong)


def main():
    arguments = sys.argv[1:]
    summary = arguments.pop() if len(arguments) > 1 and arguments[-1].endswith(".txt") else None
    expects_error = arguments[0] == "--error"
    path = arguments[1 if expects_error else 0]
    folder = pathlib.Path(arguments[1]) if len(arguments) > 1 and not expects_error else None
    driver = browser()
    try:
        page = Page(driver, path)
        if expects_error:
            text = driver.find_element("id", "error").text
            check("the page says that it is damaged", page.error and "cannot be shown" in text, text.replace("\n", ": "))
            return
        check("the page is ready", page.error is None, page.error or "")
        meta = json.loads(page.js("return document.getElementById('meta').textContent"))
        page.theme("light")
        if meta["seconds"] > 0:
            check_keys(page, meta)
        check_numbers(page, meta)
        if summary:
            check_summary(page, summary)
        check_pointer(page, meta)
        if meta["seconds"] > 0:
            check_frames(page, meta)
            check_end(page, meta)
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            screenshots(page, meta, folder)
        errors = [e for e in driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING")]
        check("the console has no errors", not errors, [e["message"] for e in errors[:3]] if errors else "")
    finally:
        driver.quit()


main()
sys.exit(1 if failed else 0)
