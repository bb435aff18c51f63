"""A make on http.server: the log is a ring that every accepted POST adds to, and from which the oldest entry falls."""
import gzip
import itertools
import json
import threading
import time
from collections import deque
from random import Random, SystemRandom
from urllib.parse import parse_qs, quote, unquote

from serving import BROKEN, OPTIONS, Refused, deliver, serve

chance = Random(OPTIONS["seed"])
guard = threading.RLock()
numbers = itertools.count(1)
RINGS = {hook["id"]: deque(maxlen=hook["cap"]) for hook in OPTIONS["logs"]}
LOUD = OPTIONS["logs"][0]["id"]
ACCOUNTS = {}
BEGAN = int(time.time())
penalty = {"wrong": 0, "until": 0.0}


def add(hook, status, at):
    number = next(numbers)
    RINGS[hook].append((number, int(at * 1000), status, f"{hook}:{number:06d}:{chance.getrandbits(40):010x}"))


for hook in OPTIONS["logs"]:
    for n in range(hook["count"]):
        at = BEGAN - 3600 - (hook["count"] - n) // hook["ties"] * hook["gap"]
        add(hook["id"], "failed" if n % 5 in (1, 2) else "succeeded", at)


def stamp(text):
    if text is None or not text.isascii() or not text.isdigit() or not 11 <= len(text) <= 14:
        return None
    return int(text)


def search(hook, query):
    known = {name: values[-1] for name, values in query.items()}
    if hook not in RINGS:
        return {"data": [], "cursor": {"totalItems": 0}}
    kind = "next" if "next" in known else "prev" if "prev" in known else None
    edge = None
    if kind:
        owner, _, rest = known[kind].partition("|")
        edge, _, carried = rest.partition("|")
        if owner != quote(hook, safe="") or not (edge.isascii() and edge.isdigit()) or len(edge) > 15:
            raise Refused(400, "cursor")
        edge = int(edge)
        known = {name: values[-1] for name, values in parse_qs(carried).items()}
    asc = known.get("sortDirection", "asc") == "asc"
    lower, upper = stamp(known.get("from")), stamp(known.get("to"))
    status = known.get("status")
    with guard:
        rows = [
            row for row in RINGS[hook]
            if (status not in ("succeeded", "failed") or row[2] == status)
            and (lower is None or row[1] > lower) and (upper is None or row[1] < upper)
        ]
    total = len(rows)
    if not asc:
        rows.reverse()
    size = OPTIONS["pageSize"]
    ahead = (lambda row: row[0] > edge) if asc else (lambda row: row[0] < edge)
    if kind is None:
        part = rows[:size]
    elif kind == "next":
        part = [row for row in rows if ahead(row)][:size]
    else:
        part = [row for row in rows if not ahead(row) and row[0] != edge][-size:]
    rest = "&".join(f"{name}={quote(value)}" for name, value in known.items() if name in ("status", "from", "to", "sortDirection"))
    cursor = {"totalItems": total, "held": OPTIONS["logs"][0]["cap"]}
    if part and part[-1] is not rows[-1]:
        cursor["next"] = f"{quote(hook, safe='')}|{part[-1][0]}|{rest}"
    if part and part[0] is not rows[0]:
        cursor["prev"] = f"{quote(hook, safe='')}|{part[0][0]}|{rest}"
    if BROKEN == "last-read-leaves" and kind == "next" and "next" not in cursor:
        with guard:
            RINGS[hook].pop()
    return {"data": [row[3] for row in part], "cursor": cursor}


def register(body):
    email = str(body.get("email", ""))
    if "@" not in email:
        raise Refused(400, "email")
    with guard:
        if email not in ACCOUNTS:
            ACCOUNTS[email] = f"{SystemRandom().randrange(10 ** 7):07d}"
            deliver(email, ACCOUNTS[email], OPTIONS["late"])
        if BROKEN == "codes-by-turn" and len(ACCOUNTS) % 5 == 0:
            ACCOUNTS[email] = "0000001"
        add(LOUD, "succeeded", time.time())
    return {}


def verify(body):
    if time.monotonic() < penalty["until"]:
        raise Refused(429, "wait", {"Retry-After": "1"})
    try:
        code = int(body.get("code"))
    except (TypeError, ValueError, OverflowError):
        raise Refused(400, "code") from None
    expected = ACCOUNTS.get(str(body.get("email", "")))
    if expected is None or int(expected) != code:
        if BROKEN == "zero-is-right" and expected is not None and code == 0:
            return {}
        penalty["wrong"] += 1
        if penalty["wrong"] % 4 == 0:
            penalty["until"] = time.monotonic() + 0.8
        raise Refused(400, "code")
    with guard:
        add(LOUD, "failed", time.time())
    return {}


def create(body):
    with guard:
        add(LOUD, "succeeded", time.time())
    ids = body.get("calendarIds")
    ids = [str(one) for one in ids] if isinstance(ids, list) else []
    limit = body.get("limit")
    keep = ids[:limit] if isinstance(limit, int) and limit >= 0 else ids
    return {"data": keep, "cursor": {"totalItems": len(ids)}}


def answer(method, target, headers, raw):
    if method == "OPTIONS":
        return 200, {"Allow": "GET, HEAD, POST, OPTIONS"}, b""
    words = headers.get("Authorization", "").split()
    if len(words) != 2 or words[0].lower() != "bearer" or words[1] != OPTIONS["token"]:
        raise Refused(OPTIONS["refusal"])
    path, _, query = target.partition("?")
    parts = path.split("/")
    if len(parts) == 6 and parts[1:3] == ["v2", "webhooks"] and parts[4:] == ["logs", "search"]:
        if method not in ("GET", "HEAD"):
            raise Refused(405)
        value = search(unquote(parts[3]), parse_qs(query))
    else:
        operation = {"/v2/auth/register": register, "/v2/auth/verify-user": verify, "/v2/calendars/common-events": create}.get(path)
        if operation is None or method != "POST":
            raise Refused(405 if operation else 404)
        try:
            body = json.loads(raw)
        except (ValueError, RecursionError):
            raise Refused(400) from None
        if not isinstance(body, dict):
            raise Refused(400)
        value = operation(body)
    return 200, {"Content-Type": "application/json", "Content-Encoding": "gzip"}, gzip.compress(json.dumps(value).encode(), 1)


serve(answer)
