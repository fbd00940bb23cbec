"""A refreshd process on a port and a database of its own."""

import json
import re
import signal
import subprocess
import urllib.request

READY = "refreshd: listening on "


def new_token(binary, role):
    """A token, and what --token says of it."""
    told = subprocess.run([str(binary), "token", "--role", role], capture_output=True, text=True, check=True).stdout
    return re.search(r"rt_\S+", told)[0], re.search(r"--token +(\S+)", told)[1]


class Refreshd:
    def __init__(self, binary, web, folder, arguments=(), host="127.0.0.1"):
        self.folder = folder
        self.command = [
            str(binary),
            "--listen",
            f"{host}:0",
            "--db",
            str(folder / "test.sqlite"),
            "--web",
            str(web),
            # Who comes and goes is told at once, not each second.
            "--watching",
            "50",
            *arguments,
        ]
        self.process = None
        self.start()

    def start(self):
        """Starts it and waits for the line that says it accepts connections."""
        self.log = open(self.folder / "refreshd.log", "ab")
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert line.startswith(READY), f"{line!r}, and in the log:\n{(self.folder / 'refreshd.log').read_text()}"
        self.url = line.removeprefix(READY).strip()
        # A restart stays where the pages look for it.
        port = self.url.rstrip("/").rsplit(":", 1)[1]
        self.command[2] = f"{self.command[2].rsplit(':', 1)[0]}:{port}"

    def restart(self):
        self.kill()
        self.start()

    def kill(self):
        """Ends it as a power cut would."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def stop(self):
        """Ends it as an administrator would."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(timeout=20) == 0

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return json.load(answer)

    def append(self, feed, lines):
        """Appends rows and returns once they are durable."""
        self._post(feed, "".join(f"{line}\n" for line in lines), "text/plain")

    def append_texts(self, feed, texts):
        """The same for texts of several lines."""
        self._post(feed, json.dumps({"rows": texts}), "application/json")

    def _post(self, feed, body, kind):
        request = urllib.request.Request(
            f"{self.url}feeds/{feed}/rows", data=body.encode(), headers={"Content-Type": kind}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert answer.status == 201
