"""The boring half of every Python target: sockets, bodies, recording, and the mailbox for codes."""
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

OPTIONS = json.loads(sys.argv[1])
BROKEN = OPTIONS.get("broken")
# As http.server is unless told: HTTP/1.0, unbuffered, a short queue of connections; and the body's length is left out.
BARE = OPTIONS.get("bare", False)
_said = threading.Lock()
_mail = {}


def say(line):
    with _said:
        sys.stdout.write(json.dumps(line) + "\n")


def deliver(email, code, after=0.0):
    """Puts a code into the mailbox, after so many seconds."""
    if after:
        threading.Timer(after, _mail.__setitem__, (email, code)).start()
    else:
        _mail[email] = code


class Refused(Exception):
    """An answer that is none of success: status, text and headers."""

    def __init__(self, status, text="", headers=None):
        super().__init__(text)
        self.status, self.text, self.headers = status, text, headers or {}


class Handler(BaseHTTPRequestHandler):
    """Hands method, target, headers and body to `answer`, which gives status, headers and octets."""

    protocol_version = "HTTP/1.0" if BARE else "HTTP/1.1"
    disable_nagle_algorithm = not BARE
    wbufsize = 0 if BARE else 1 << 16
    answer = None

    def __getattr__(self, name):
        if name.startswith("do_"):
            return self.serve
        raise AttributeError(name)

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", "").lower():
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        whole = b""
        while True:
            size = int(self.rfile.readline().split(b";")[0] or b"0", 16)
            whole += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return whole

    def serve(self):
        body = self.body()
        try:
            status, headers, octets = type(self).answer(self.command, self.path, self.headers, body)
        except Refused as refused:
            status, octets = refused.status, refused.text.encode()
            headers = {"Content-Type": "text/plain; charset=utf-8", **refused.headers}
        except Exception as error:  # a fault of the target itself shows as what it is
            status, headers, octets = 500, {"Content-Type": "text/plain"}, repr(error).encode("utf-8", "replace")
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if not BARE:
            self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(octets)
        say({"request": {
            "method": self.command,
            "url": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": body.decode("utf-8", "replace"),
            "status": status,
        }})

    def log_message(self, *_):
        pass


class CodesHandler(Handler):
    def serve(self):
        code = _mail.get(parse_qs(urlsplit(self.path).query).get("email", [""])[0])
        octets = b"" if code is None else f"code: {code}\n".encode()
        self.send_response(404 if code is None else 200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 5 if BARE else 256


def serve(answer):
    """Listens on a free port, says which, and ends with the process that started it."""
    Handler.answer = staticmethod(answer)
    service = Server(("127.0.0.1", 0), Handler)
    codes = Server(("127.0.0.1", 0), CodesHandler)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    threading.Thread(target=codes.serve_forever, daemon=True).start()
    say({"port": service.server_address[1], "codes": codes.server_address[1]})
    sys.stdin.read()
    os._exit(0)
