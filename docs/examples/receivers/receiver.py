import base64, hashlib, hmac, json, os, re, sqlite3, time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 300  # seconds
MAX_BYTES = 1_000_000

SECRET = os.environ.get("WEBHOOK_SECRET", "")
if not SECRET.startswith("whsec_"):
    raise SystemExit("WEBHOOK_SECRET is not set")


def is_signed(raw, headers):
    match = re.fullmatch(r"t=([0-9]+),v1=([0-9a-f]{64})", headers.get("X-SERVICE-Signature", ""))
    if not match or abs(time.time() - int(match[1])) > TOLERANCE:
        return False
    expected = hmac.new(SECRET.encode(), match[1].encode() + b"." + raw, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, match[2])


def receive(raw, headers):
    if not is_signed(raw, headers):
        return 400, None
    event = json.loads(raw)
    if event["type"] == "webhook.verification":
        return 200, {"challenge": event["data"]["challenge"]}
    with closing(sqlite3.connect("events.db")) as db, db:  # one that is there already stays as it is
        db.execute("INSERT INTO events (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING", (event["id"], raw.decode()))
    return 204, None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length", -1))
        if not 0 <= length <= MAX_BYTES:
            return self.answer(413, None)
        try:
            self.answer(*receive(self.rfile.read(length), self.headers))
        except sqlite3.Error:
            self.answer(500, None)  # it will come again

    def answer(self, status, body):
        self.send_response(status)
        self.end_headers()
        if body is not None:
            self.wfile.write(json.dumps(body).encode())


with closing(sqlite3.connect("events.db")) as db:
    db.execute("CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
