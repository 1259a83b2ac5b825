"""Browsers other than Chromium, driven by real clicks and keys: WebKit by Selenium, Firefox over WebDriver BiDi."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import pytest
import websocket
from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.webkitgtk.options import Options as GTKOptions
from selenium.webdriver.webkitgtk.service import Service as GTKService
from selenium.webdriver.wpewebkit.options import Options as WPEOptions
from selenium.webdriver.wpewebkit.service import Service as WPEService

from tests.phones import free_port

WIDTH, HEIGHT = 390, 844
START = 60.0  # seconds that a program may take to start
MIDDLE = """const element = document.querySelector(arguments[0]);
element.scrollIntoView({block: "center"});
const box = element.getBoundingClientRect();
// A tap somewhere else: what is clicked next is not the second tap of a double tap.
document.body.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: -100, clientY: -100 }));
return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)"""


def program(*names: str) -> str:
    """Return the first of these programs that is installed; skips the test if none is."""
    paths = [shutil.which(name) or next(map(str, Path("/").glob(name.lstrip("/"))), None) for name in names]
    return next(filter(None, paths), None) or pytest.skip(f"{names[0]} is not installed")


class Engine(ABC):
    """A browser with one window; use it in a `with` block, which ends it."""

    def __init__(self) -> None:
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a program that ends with this browser."""
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.stack.enter_context(process)
        self.stack.callback(process.terminate)
        return process

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page and wait for it."""

    @abstractmethod
    def back(self) -> None:
        """Go to the page before."""

    @abstractmethod
    def js(self, code: str, *args: Any) -> Any:
        """Return what a function with this body returns."""

    def click(self, css: str) -> None:
        """Click the middle of the first element that `css` selects, once it is there and no longer moves."""
        self.wait(f"document.readyState === 'complete' && document.querySelector({json.dumps(css)})")
        before = None
        while before != (now := self.js(MIDDLE, css)):
            before = now
            time.sleep(0.05)
        self.click_at(css, *now)

    @abstractmethod
    def click_at(self, css: str, x: int, y: int) -> None:
        """Click this element, whose middle is there."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text into the field that was clicked."""

    def wait(self, condition: str, seconds: float = 60) -> None:
        """Wait until the expression `condition` is true."""
        end, last = time.monotonic() + seconds, "it is false"
        while True:
            try:
                if self.js(f"return Boolean({condition})"):
                    return
            except (RuntimeError, WebDriverException) as error:  # the page is just being left
                last = str(error)
            assert time.monotonic() < end, f"{condition}: {last}"
            time.sleep(0.03)


class WebKit(Engine):
    """A browser that Selenium drives."""

    driver: Any

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def back(self) -> None:
        self.driver.back()

    def js(self, code: str, *args: Any) -> Any:
        return self.driver.execute_script(code, *args)

    def click_at(self, css: str, x: int, y: int) -> None:
        self.driver.find_element(By.CSS_SELECTOR, css).click()

    def type(self, text: str) -> None:
        self.driver.switch_to.active_element.send_keys(text)


class WebKitGTK(WebKit):
    """The newest WebKit: about the Safari of the same year."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        driver, screens = program("WebKitWebDriver"), program("Xvfb")
        options = GTKOptions()
        options.binary_location = program("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
        options.add_argument("--automation")
        screen = self.start(screens, "-displayfd", "1", "-screen", "0", "800x1200x24", "-nolisten", "tcp")
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().decode().strip()}"
        # GTK's own buttons would not let the window be as narrow as a phone.
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0/gtk.css").write_text("* { min-width: 0; padding-left: 0; padding-right: 0; }")
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(folder)}
        self.driver = webdriver.WebKitGTK(options=options, service=GTKService(driver, env=environment))
        self.stack.callback(self.driver.quit)
        self.driver.set_window_rect(0, 0, WIDTH, HEIGHT + 38)


class WPE(WebKit):
    """WebKit of 2022: as old as Safari 16.0, which lacks what newer engines have."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        driver, options = program("WPEWebDriver"), WPEOptions()
        options.set_capability("browserName", "cog")  # Selenium expects another
        options.binary_location = program("cog")
        options.add_argument("--automation")
        options.add_argument("--platform=headless")
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder)}
        self.driver = webdriver.WPEWebKit(options=options, service=WPEService(driver, env=environment))
        self.stack.callback(self.driver.quit)


class Firefox(Engine):
    """Firefox, which speaks WebDriver BiDi without a driver: Debian has none for it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        port = free_port()
        self.start(
            program("firefox-esr", "firefox"),
            *("--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"),
            HOME=str(folder),
        )
        self.number, end = 0, time.monotonic() + START
        while True:
            try:
                address = f"ws://127.0.0.1:{port}/session"
                self.socket = websocket.create_connection(address, suppress_origin=True, timeout=120)
                break
            except OSError:
                assert time.monotonic() < end, "Firefox does not start"
                time.sleep(0.05)
        self.stack.callback(self.socket.close)
        self.send("session.new", capabilities={})
        self.page = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.page, viewport={"width": WIDTH, "height": HEIGHT})

    def send(self, method: str, **params: Any) -> Any:
        """Return the result of a command."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.number:
            pass  # an event
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def goto(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def back(self) -> None:
        self.send("browsingContext.traverseHistory", context=self.page, delta=-1)

    def js(self, code: str, *args: Any) -> Any:
        called = f"JSON.stringify((function () {{ {code} }}).apply(null, {json.dumps(args)}) ?? null)"
        answer = self.send("script.evaluate", expression=called, target={"context": self.page}, awaitPromise=False)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def click_at(self, css: str, x: int, y: int) -> None:
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        self.send("input.performActions", context=self.page, actions=[finger])

    def type(self, text: str) -> None:
        keys = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
        self.send("input.performActions", context=self.page, actions=[{"type": "key", "id": "keys", "actions": keys}])
