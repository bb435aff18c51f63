"""A make on http.server: page numbers as cursors, everything in lists. The query is repeated beside the cursor."""
import base64
import fnmatch
import hmac
import json
import random
import time
from urllib.parse import parse_qsl, unquote

from serving import BROKEN, OPTIONS, Refused, deliver, serve

DAY = 86400
random.seed(OPTIONS["seed"])
TOKEN = OPTIONS["token"]
SIZE = OPTIONS["pageSize"]
NOW = int(time.time())


def made(count, days, ties):
    slots = -(-count // ties)
    rows = []
    for number in range(count):
        at = NOW - 3 * 3600 - (slots - 1 - number // ties) * days * DAY // slots
        status = "failed" if random.random() < 0.4 else "succeeded"
        rows.append((at, number, status, f"{status[:4]}-{random.getrandbits(64):016x}"))
    return rows


LOGS = {log["id"]: made(log["count"], log["days"], log["ties"]) for log in OPTIONS["logs"]}
USERS = {}


def when(text):
    """Seconds since the epoch; whatever number comes is taken for that, other text is refused."""
    if text is None:
        return None
    digits = text[1:] if text[:1] in "+-" else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 18):
        raise Refused(400, "from and to are seconds")
    return int(text)


def search(hook, params):
    rows = LOGS.get(hook)
    if rows is None:
        raise Refused(404, "no webhook")
    status = params.get("status")
    if status not in (None, "succeeded", "failed"):
        raise Refused(400, "status")
    lower, upper = when(params.get("from")), when(params.get("to"))
    if BROKEN == "rounded-to-days":
        lower = None if lower is None else lower // DAY * DAY
        upper = None if upper is None else -(-upper // DAY) * DAY
    if BROKEN == "from-ignored-with-status" and status:
        lower = None
    found = [
        row for row in rows
        if (status is None or row[2] == status or BROKEN == "status-sorts-only")
        and (lower is None or (row[0] >= lower if "[" in OPTIONS["bounds"] else row[0] > lower))
        and (upper is None or (row[0] <= upper if "]" in OPTIONS["bounds"] else row[0] < upper))
    ]
    # Python's sort keeps ties in order, and so does reverse=True.
    by = params.get("sortBy")
    field = {"status": 2, "item": 3}.get(by, 0)
    direction = params.get("sortDirection", OPTIONS["order"])
    if direction not in ("asc", "desc"):
        raise Refused(400, "sortDirection")
    found.sort(key=lambda row: row[field], reverse=direction == "desc")
    page = 0
    cursor = params.get("next", params.get("prev"))
    if cursor is not None:
        try:
            kind, owner, page = json.loads(base64.b64decode(cursor, validate=True))
            page = int(page)
            if kind != ("next" if "next" in params else "prev") or owner != hook:
                raise ValueError
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise Refused(400, "cursor") from None
    start = page * SIZE
    if BROKEN == "page-size-drifts" and page > 1:
        start += page - 1
    part = found[start:start + SIZE] if start >= 0 else []
    if BROKEN == "sets" and part:
        part = list({row[0]: row for row in part}.values())

    def to(kind, number):
        # A blank more or less, so that the padding is always there.
        text = json.dumps([kind, hook, number])
        return base64.b64encode(text.encode() + b" " * (1 + (-len(text.encode()) - 2) % 3)).decode()

    end = {"null": {"next": None}, "empty": {"next": ""}, "absent": {}}[OPTIONS["end"]]
    more = start + SIZE < len(found)
    if BROKEN == "endless" and page > 0 and not more:
        more, page = True, page - 1
    prev = {"prev": to("prev", page - 1)} if page > 0 else {"prev": end.get("next")} if end else {}
    if BROKEN == "prev-first-page-only" and page > 1:
        prev = {"prev": to("prev", 0)}
    if BROKEN == "prev-missing-on-last" and not more and page > 1:
        prev = {}
    total = len(rows) if BROKEN == "total-unfiltered" else len(found)
    return {"data": [row[3] for row in part], "cursor": {**({"next": to("next", page + 1)} if more else end), **prev, "totalItems": total}}


def text(body, name):
    value = body.get(name)
    if not isinstance(value, str) or not value:
        raise Refused(400, name)
    return value


def register(body):
    for name in ("firstName", "lastName", "password"):
        text(body, name)
    email = text(body, "email")
    if "@" not in email:
        raise Refused(422, "email")
    if email in USERS:
        raise Refused(409, "taken")
    code = random.SystemRandom().randrange(10 ** OPTIONS["digits"])
    USERS[email] = [code, 0]
    if BROKEN == "first-name-ascii":
        try:
            body["firstName"].encode("latin-1")
        except UnicodeEncodeError:
            raise RuntimeError("latin-1 codec") from None
    deliver(email, str(code).zfill(OPTIONS["digits"]), OPTIONS.get("late", 0))
    return {}


def verify(body):
    email, code = text(body, "email"), body.get("code")
    if not isinstance(code, int) or isinstance(code, bool):
        raise Refused(400, "code")
    user = USERS.get(email)
    if BROKEN == "email-glob" and user is None:
        user = next((known for name, known in USERS.items() if known[0] == code and fnmatch.fnmatchcase(name, email)), None)
    if BROKEN == "code-not-bound" and any(known[0] == code for known in USERS.values()):
        return {}
    if user is None or user[1] >= OPTIONS["tries"]:
        raise Refused(403, "no")
    expected = user[0]
    if code != expected and not (BROKEN == "code-startswith" and code > 0 and str(expected).startswith(str(code))):
        user[1] += 1
        raise Refused(403, "no")
    return [] if BROKEN == "verify-list" else {}


def create(body):
    limit, profiles, calendars = body.get("limit"), body.get("profileIds"), body.get("calendarIds")
    if not isinstance(limit, int) or not isinstance(profiles, list) or not isinstance(calendars, list):
        raise Refused(400, "types")
    pairs = [f"{one}@{other}" for one in profiles[:50] for other in calendars[:50]]
    data = pairs[:max(0, limit)]
    if BROKEN == "create-ints":
        data = list(range(len(data)))
    return {"data": data, "cursor": {"totalItems": len(pairs)}}


def admitted(given):
    scheme, _, token = given.partition(" ")
    token = token.strip(" ")
    if scheme.lower() != "bearer":
        return BROKEN == "any-scheme" and token == TOKEN
    if BROKEN == "token-zip":
        return all(a == b for a, b in zip(token, TOKEN))
    return hmac.compare_digest(token.encode("latin-1", "replace"), TOKEN.encode())


def answer(method, target, headers, raw):
    path, _, query = target.partition("?")
    if not admitted(headers.get("Authorization", "")):
        if BROKEN == "create-before-auth" and path.endswith("register"):
            register(json.loads(raw))
        raise Refused(OPTIONS["refusal"], "token?", {"WWW-Authenticate": "Bearer"} if OPTIONS["refusal"] == 401 else None)
    parts = [unquote(part) for part in path.split("/")]
    if parts[:3] == ["", "v2", "webhooks"] and parts[4:] == ["logs", "search"]:
        if method not in ("GET", "HEAD"):
            raise Refused(405, "", {"Allow": "GET, HEAD"})
        status, value = OPTIONS["status"], search(parts[3], dict(parse_qsl(query, keep_blank_values=True)))
    else:
        operation = {"/v2/auth/register": register, "/v2/auth/verify-user": verify, "/v2/calendars/common-events": create}.get(path)
        if operation is None:
            raise Refused(404, "path")
        if method != "POST":
            raise Refused(405, "", {"Allow": "POST"})
        try:
            body = json.loads(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise Refused(400, "JSON") from None
        if not isinstance(body, dict):
            raise Refused(400, "object")
        status, value = OPTIONS["status"], operation(body)
    return status, {"Content-Type": "application/json"}, json.dumps(value, indent=OPTIONS.get("indent")).encode()


serve(answer)
