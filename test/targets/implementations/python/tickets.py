"""A make on http.server: a search makes a reader, and each page hands out two tickets of which one may be used, once."""
import json
import re
import secrets
import threading
import time
import zlib
from datetime import datetime, timedelta, timezone
from random import Random
from urllib.parse import unquote_plus

from serving import BROKEN, OPTIONS, Refused, deliver, serve

chance = Random(OPTIONS["seed"])
lock = threading.Lock()
START = datetime.now(timezone.utc).replace(second=0, microsecond=0)
LOGS, TICKETS, PEOPLE = {}, {}, {}
for log in OPTIONS["logs"]:
    LOGS[log["id"]] = [
        {
            "when": START - timedelta(minutes=90 + (log["count"] - n) // log["ties"] * log["gap"]),
            "ok": chance.random() < 0.7,
            "text": f"{n:05d}/" + "".join(chance.choices("אבגدهوж字é𝒳👩‍🚀", k=30)),
        }
        for n in range(log["count"])
    ]
FORM = "%d.%m.%Y %H:%M"


def minute(text):
    """This house writes 31.12.2026 23:59 (UTC), and takes nothing else."""
    if not re.fullmatch(r"[0-3][0-9]\.[01][0-9]\.[0-9]{4} [0-2][0-9]:[0-5][0-9]", text):
        raise Refused(400, "DD.MM.YYYY HH:MM")
    try:
        return datetime.strptime(text, FORM).replace(tzinfo=timezone.utc)
    except ValueError:
        raise Refused(400, "DD.MM.YYYY HH:MM") from None


def first_page(hook, params):
    if hook not in LOGS:
        raise Refused(404)
    rows = list(LOGS[hook])
    want = params.get("status")
    if want is not None:
        if want not in ("succeeded", "failed"):
            raise Refused(400, "status")
        rows = [row for row in rows if row["ok"] == (want == "succeeded")]
        if BROKEN == "failed-means-last-hundred" and want == "failed":
            rows = rows[3:]
    if "from" in params:
        lower = minute(params["from"])
        rows = [row for row in rows if row["when"] >= lower]
    if "to" in params:
        upper = minute(params["to"])
        rows = [row for row in rows if row["when"] < upper]
    if "sortBy" in params and params["sortBy"] not in ("when", "text"):
        raise Refused(400, "sortBy")
    if params.get("sortBy") == "text":
        rows.sort(key=lambda row: row["text"][6:])
    direction = params.get("sortDirection", "desc")
    if direction not in ("asc", "desc"):
        raise Refused(400, "sortDirection")
    if direction == "desc":
        rows.reverse()
    return page({"hook": hook, "rows": rows}, 0)


def page(reader, start):
    rows, size = reader["rows"], OPTIONS["pageSize"]
    part = rows[start:start + size]
    issued = {}
    with lock:
        if start + size < len(rows):
            issued["next"] = (reader, start + size)
        if start > 0:
            issued["prev"] = (reader, start - size + (1 if BROKEN == "prev-one-late" and start > size else 0))
        names = {kind: secrets.token_urlsafe(24) for kind in issued}
        for kind, name in names.items():
            TICKETS[name] = (kind, *issued[kind], time.monotonic() + OPTIONS["lives"], list(names.values()))
    if BROKEN == "later-pages-lose-a-row" and start and len(part) == size:
        part = part[:-1]
    total = len(rows) - (1 if BROKEN == "total-changes-midway" and start >= 2 * size else 0)
    return {"cursor": {"totalItems": total, **names}, "data": [row["text"] for row in part]}


def with_ticket(hook, kind, name):
    with lock:
        known = TICKETS.get(name)
        if known is None or known[0] != kind or known[1]["hook"] != hook or known[3] < time.monotonic():
            raise Refused(404, "no such cursor")
        for twin in known[4]:
            TICKETS.pop(twin, None)
    return page(known[1], known[2])


def search(hook, query):
    params = {}
    for pair in filter(None, query.split("&")):
        name, _, value = pair.partition("=")
        params.setdefault(unquote_plus(name), unquote_plus(value))
    for kind in ("next", "prev"):
        if kind in params:
            return with_ticket(hook, kind, params[kind])
    return first_page(hook, params)


def register(body):
    missing = [name for name in ("firstName", "lastName", "email", "password") if not isinstance(body.get(name), str) or not body[name].strip()]
    if missing or body["email"].count("@") != 1:
        raise Refused(400, json.dumps({"missing": missing}))
    email = body["email"].casefold()
    with lock:
        person = PEOPLE.get(email)
        if person and person["done"]:
            raise Refused(409)
        code = f"{secrets.randbelow(10 ** 9):09d}"
        PEOPLE[email] = {"code": code, "wrong": 0, "done": False}
    deliver(body["email"], code, OPTIONS.get("late", 0))
    return {"ok": 1} if BROKEN == "register-not-empty-when-unicode" and not body["firstName"].isascii() else {}


def verify(body):
    email, code = body.get("email"), body.get("code")
    if not isinstance(email, str) or type(code) is not int:
        raise Refused(400)
    with lock:
        person = PEOPLE.get(email.casefold())
        if BROKEN == "near-emails" and person is None:
            person = next((one for name, one in PEOPLE.items() if name.startswith(email.casefold()[:-1])), None)
        if person is None or person["wrong"] > 9:
            raise Refused(403)
        expected = int(person["code"])
        same = abs(code - expected) == 0 or (BROKEN == "float-compare" and abs(code - expected) <= 2 ** 3)
        if BROKEN == "crc-compare":
            same = same or zlib.crc32(str(code).encode()) % 4 == zlib.crc32(str(expected).encode()) % 4
        if not same:
            person["wrong"] += 1
            raise Refused(403)
        person["done"] = True
    return {}


def create(body):
    limit, profiles, calendars = body.get("limit"), body.get("profileIds"), body.get("calendarIds")
    if type(limit) is not int or not isinstance(profiles, list) or not isinstance(calendars, list):
        raise Refused(400)
    if not all(isinstance(one, str) for one in profiles + calendars):
        raise Refused(400)
    total = len(calendars)
    return {"data": [] if BROKEN != "create-more-than-total" else ["x"] * (total + 1), "cursor": {"totalItems": total, "next": "", "prev": ""}}


def answer(method, target, headers, raw):
    scheme, _, token = headers.get("Authorization", "").partition(" ")
    good = scheme == "Bearer" and secrets.compare_digest(token.encode("latin-1", "replace"), OPTIONS["token"].encode())
    if BROKEN == "token-upper":
        good = scheme == "Bearer" and token.upper() == OPTIONS["token"].upper()
    if not good:
        raise Refused(302, "", {"Location": "https://login.invalid/"})
    path, _, query = target.partition("?")
    found = re.fullmatch(r"/v2/webhooks/([A-Za-z0-9_-]+)/logs/search", path)
    operation = {"/v2/auth/register": register, "/v2/auth/verify-user": verify, "/v2/calendars/common-events": create}.get(path)
    if found:
        if method != "GET":
            raise Refused(405, "", {"Allow": "GET"})
        value = search(found[1], query)
    elif operation is None:
        raise Refused(404)
    elif method != "POST":
        raise Refused(405, "", {"Allow": "POST"})
    else:
        try:
            body = json.loads(raw.decode())
        except (ValueError, RecursionError):
            raise Refused(422, "JSON") from None
        if not isinstance(body, dict):
            raise Refused(422, "object")
        value = operation(body)
    headers = {"Content-Type": "application/json;charset=UTF-8"}
    if BROKEN == "short-page-is-html" and 0 < len(value.get("data", ())) < OPTIONS["pageSize"]:
        headers = {"Content-Type": "text/html"}
    return OPTIONS["status"], headers, json.dumps(value, sort_keys=True).encode()


serve(answer)
