"""Browsers other than Chromium, driven by real clicks and keys over the protocol of their driver."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import pytest

from tests.phones import free_port

WIDTH, HEIGHT = 390, 844
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that WebDriver gives to a reference to an element
START = 60.0  # seconds that a program may take to start


def program(*names: str) -> str:
    """Return the first of these programs that is installed; skips the test if none is."""
    for name in names:
        folder, _, pattern = name.rpartition("*")
        paths = sorted(map(str, Path(folder).glob(f"*{pattern}"))) if folder else [shutil.which(name)]
        if paths and paths[0]:
            return paths[0]
    pytest.skip(f"{names[0]} is not installed")


def connection(port: int) -> socket.socket:
    """Return a connection to a port, as soon as something listens on it."""
    end = time.monotonic() + START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=120)
        except ConnectionRefusedError:
            assert time.monotonic() < end, f"nothing listens on port {port}"
            time.sleep(0.05)


class Engine(ABC):
    """A browser with one window. Subclasses start it and pass commands of WebDriver on."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        self.last_place = [-100.0, -100.0]  # where it was clicked last, in CSS pixels

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a program that ends with this browser."""
        environ = {**os.environ, **environment}
        process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page and wait for it."""

    @abstractmethod
    def back(self) -> None:
        """Go to the page before and wait for it: WebKit may never answer a script that is run meanwhile."""

    @abstractmethod
    def js(self, code: str, *args: Any) -> Any:
        """Return what a function with this body returns."""

    @abstractmethod
    def click(self, css: str) -> None:
        """Click the first element that `css` selects, in the middle of it."""

    @abstractmethod
    def type(self, css: str, text: str) -> None:
        """Type `text` into the first element that `css` selects."""

    def close(self) -> None:
        """End the browser, and everything that was started for it."""
        for process in reversed(self.processes):
            process.terminate()
            process.wait(60)
            if process.stdout is not None:
                process.stdout.close()

    def wait(self, condition: str, seconds: float = 60) -> None:
        """Wait until the expression `condition` is true."""
        end, last = time.monotonic() + seconds, "it is false"
        while True:
            try:
                if self.js(f"return Boolean({condition})"):
                    return
            except (RuntimeError, OSError) as error:  # the page is just being left
                last = str(error)
            assert time.monotonic() < end, f"{condition}: {last}"
            time.sleep(0.03)


class WebDriver(Engine):
    """A browser behind a program that speaks WebDriver over HTTP."""

    def open(self, driver: str, capabilities: dict[str, Any], **environment: str) -> None:
        self.port = free_port()
        self.start(driver, f"--port={self.port}", **environment)
        connection(self.port).close()
        self.session = ""
        self.session = "/" + self.command("POST", "", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def command(self, method: str, path: str, body: Any = None) -> Any:
        url = f"http://127.0.0.1:{self.port}/session{self.session}{path}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(error.read().decode()) from None

    def goto(self, url: str) -> None:
        self.command("POST", "/url", {"url": url})

    def back(self) -> None:
        self.command("POST", "/back", {})

    def js(self, code: str, *args: Any) -> Any:
        return self.command("POST", "/execute/sync", {"script": code, "args": list(args)})

    def _find(self, css: str) -> str:
        element = self.command("POST", "/element", {"using": "css selector", "value": css})
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        return str(element[ELEMENT])

    def click(self, css: str) -> None:
        self.command("POST", f"/element/{self._find(css)}/click", {})

    def type(self, css: str, text: str) -> None:
        self.command("POST", f"/element/{self._find(css)}/value", {"text": text})

    def close(self) -> None:
        if getattr(self, "session", ""):
            self.command("DELETE", "")
        super().close()


class WebKitGTK(WebDriver):
    """The newest WebKit: about the Safari of the same year."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        driver, screens = program("WebKitWebDriver"), program("Xvfb")
        browser = program("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
        screen = self.start(screens, "-displayfd", "1", "-screen", "0", "800x1200x24", "-nolisten", "tcp")
        assert screen.stdout is not None
        display = f":{screen.stdout.readline().decode().strip()}"
        # GTK's own buttons would not let the window be as narrow as a phone.
        (folder / "gtk-3.0").mkdir()
        (folder / "gtk-3.0/gtk.css").write_text("* { min-width: 0; padding-left: 0; padding-right: 0; }")
        options = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        self.open(driver, options, DISPLAY=display, GDK_BACKEND="x11", XDG_CONFIG_HOME=str(folder))
        self.command("POST", "/window/rect", {"width": WIDTH, "height": HEIGHT + 38})


class WPE(WebDriver):
    """WebKit of 2022: as old as Safari 16.0, which lacks what newer engines have."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        driver, browser = program("WPEWebDriver"), program("cog")
        options = {"wpe:browserOptions": {"binary": browser, "args": ["--automation", "--platform=headless"]}}
        self.open(driver, options, XDG_CONFIG_HOME=str(folder))


class Firefox(Engine):
    """Firefox, controlled over Marionette, which needs no driver."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        browser, port = program("firefox-esr", "firefox"), free_port()
        (folder / "user.js").write_text(f'user_pref("marionette.port", {port});')
        size = (f"--width={WIDTH}", f"--height={HEIGHT}")
        self.start(
            browser, "--headless", "--no-remote", "--marionette", "--profile", str(folder), *size, HOME=str(folder)
        )
        self.socket = connection(port)
        self.number = 0
        self._read()  # its greeting
        self.send("NewSession", {})

    def _read(self) -> Any:
        size = b""
        while (byte := self.socket.recv(1)) != b":":
            assert byte, "Firefox has gone"
            size += byte
        data = b""
        while len(data) < int(size):
            data += self.socket.recv(int(size) - len(data))
        return json.loads(data)

    def send(self, name: str, params: dict[str, Any]) -> Any:
        """Return the result of a command of WebDriver."""
        self.number += 1
        data = json.dumps([0, self.number, f"WebDriver:{name}", params]).encode()
        self.socket.sendall(f"{len(data)}:".encode() + data)
        _, _, error, result = self._read()
        if error:
            raise RuntimeError(error["message"])
        return result

    def goto(self, url: str) -> None:
        self.send("Navigate", {"url": url})

    def back(self) -> None:
        self.send("Back", {})

    def js(self, code: str, *args: Any) -> Any:
        return self.send("ExecuteScript", {"script": code, "args": list(args)})["value"]

    def _find(self, css: str) -> str:
        element = self.send("FindElement", {"using": "css selector", "value": css})["value"]
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        return str(element[ELEMENT])

    def click(self, css: str) -> None:
        self.send("ElementClick", {"id": self._find(css)})

    def type(self, css: str, text: str) -> None:
        self.send("ElementSendKeys", {"id": self._find(css), "text": text})

    def close(self) -> None:
        if hasattr(self, "socket"):
            self.socket.close()
        super().close()
