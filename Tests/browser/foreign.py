"""A web site of somebody else: another origin, and files of its own."""

import http.server
import threading


class ForeignSite:
    """Serves one page whatever is asked for."""

    def __init__(self):
        site = self
        self.page = ""

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = site.page.encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._listener.server_port}"
        self.url = f"{self.origin}/"
        threading.Thread(target=self._listener.serve_forever, daemon=True).start()

    def shows(self, *lines):
        self.page = "\n".join(
            ["<!doctype html>", '<html lang="en"><title>Ours</title><link rel="icon" href="data:,">', *lines, ""]
        )

    def close(self):
        self._listener.shutdown()
        self._listener.server_close()


def element(attributes='feed="main"', inside=""):
    """Markup in which %s stands for the server's socket."""
    return f'<remote-refresh src="%s" {attributes}>{inside}</remote-refresh>'
