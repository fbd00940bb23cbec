"""A web feed's server on this machine, by the name and with the https that the recipe's address has."""

import http.server
import ssl
import threading


class Origin:
    def __init__(self, certificate, key, port=443):
        self.items = [(f"id-{number}", f"Item {number}", number) for number in range(1, 31)]
        self.requests = []
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                tag = f'"{len(origin.items)}"'
                known = self.headers.get("If-None-Match") == tag
                origin.requests.append(304 if known else 200)
                self.send_response(304 if known else 200)
                self.send_header("ETag", tag)
                body = b"" if known else origin.rss().encode()
                if not known:
                    self.send_header("Content-Type", "application/rss+xml")
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def rss(self):
        items = "".join(
            f"<item><guid>{guid}</guid><title>{title}</title><link>https://news.example.org/{guid}</link>"
            f"<pubDate>Mon, 02 Nov 2026 10:{minute:02}:00 GMT</pubDate></item>"
            for guid, title, minute in reversed(self.items)
        )
        return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Example</title>{items}</channel></rss>'

    def close(self):
        self.server.shutdown()
        self.server.server_close()
