"""A recipe of the documentation: its files and its commands, as they stand there."""

import os
import pathlib
import re
import shlex
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTATION = ROOT / "Sources/refreshd/Documentation.docc"
READY = "refreshd: listening on "
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.S)
SAVED_AS = re.compile(r"(?:Save this|and this) as `([^`]+)`[^`]*\Z")
# What serves until it is stopped; everything else ends by itself.
SERVES = re.compile(r"refreshd( --|$)|python3 -m http\.server")


class Recipe:
    """Runs one page's blocks in a folder of its own, with its commands on the path."""

    def __init__(self, page, folder, refreshd):
        self.text = (DOCUMENTATION / page).read_text()
        self.folder = folder
        self.servers = []
        programs = folder / "bin"
        programs.mkdir()
        (programs / "refreshd").symlink_to(refreshd)
        state = folder / "state"
        state.mkdir()
        self.environment = {
            **os.environ,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "XDG_STATE_HOME": str(state),
            "HOME": str(folder),
        }
        self._save_files()
        self.lines = iter(self._commands())

    def _save_files(self):
        self.files = {}
        for block in BLOCK.finditer(self.text):
            name = SAVED_AS.search(self.text[: block.start()].rsplit("```", 1)[-1])
            if name:
                self.files[name[1]] = block[2]
                (self.folder / name[1]).write_text(block[2])

    def _commands(self):
        for block in BLOCK.finditer(self.text):
            if block[1] == "sh":
                yield from block[2].replace("\\\n", "").splitlines()

    def read(self, expected):
        """Gives the next command, which the text must have in this place, for a test to follow."""
        line = next(self.lines, None)
        assert line is not None and line.startswith(expected), f"the recipe goes on with {line!r}, not {expected!r}"
        return line

    def next(self, expected):
        """Runs the next command, which the text must have in this place; gives what an ended one has printed."""
        line = self.read(expected)
        if SERVES.match(line):
            return self._serve(line)
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, f"{line}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def _serve(self, line):
        log = open(self.folder / f"log{len(self.servers)}", "ab+")
        server = subprocess.Popen(
            shlex.split(line),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            # Else Python keeps back what its server says.
            **({"bufsize": 1} if line.startswith("python3") else {}),
        )
        self.servers.append(server)
        if line.startswith("refreshd"):
            ready = server.stdout.readline()
            log.seek(0)
            assert ready.startswith(READY), f"{line}: {ready!r}\n{log.read().decode()}"
        return server

    def at_end(self):
        """Asserts that every command of the page was run."""
        left = list(self.lines)
        assert left == [], f"not run: {left}"

    def stop(self, *servers):
        for server in servers or self.servers:
            if server.poll() is None:
                server.send_signal(signal.SIGTERM)
                server.wait(timeout=20)
