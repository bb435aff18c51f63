"""A make on http.server and sqlite3: the search is one SQL statement, a cursor the row that it starts from."""
import base64
import datetime
import json
import random
import re
import secrets
import sqlite3
import threading
import time
from urllib.parse import parse_qs, unquote

from serving import BROKEN, OPTIONS, Refused, deliver, serve

random.seed(OPTIONS["seed"])
database = sqlite3.connect(":memory:", check_same_thread=False)
turn = threading.RLock()
database.executescript("""
    CREATE TABLE logs (id INTEGER PRIMARY KEY, hook TEXT, at REAL, status TEXT, item TEXT);
    CREATE TABLE users (email TEXT PRIMARY KEY, code INTEGER, until REAL, wrong INTEGER DEFAULT 0);
""")
NOW = int(time.time())
for log in OPTIONS["logs"]:
    slots = -(-log["count"] // log["ties"])
    for number in range(log["count"]):
        at = NOW - 5 * 3600 - (slots - 1 - number // log["ties"]) * log["days"] * 86400 // slots
        status = random.choice(("succeeded", "succeeded", "failed"))
        item = json.dumps({"delivery": f"{random.getrandbits(48):012x}", "state": status, "note": "übertragen 送信"}, ensure_ascii=False)
        database.execute("INSERT INTO logs (hook, at, status, item) VALUES (?, ?, ?, ?)", (log["id"], at, status, item))
COLUMNS = {None: "at", "createdAt": "at", "status": "status"}
TIME = re.compile(r"\d{4}-\d\d-\d\d([Tt]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d))?")


def moment(text):
    if not TIME.fullmatch(text) or (len(text) == 10) != OPTIONS["dates"]:
        raise Refused(400, "that is no time")
    try:
        value = datetime.datetime.fromisoformat(re.sub("[zZ]$", "+00:00", text.upper()))
    except ValueError:
        raise Refused(400, "that is no time") from None
    if value.tzinfo is None:
        value = value.replace(tzinfo=datetime.timezone.utc)
    try:
        return value.timestamp()
    except (OverflowError, ValueError):
        raise Refused(400, "too far away") from None


def search(hook, given):
    if any(len(values) > 1 for values in given.values()):
        raise Refused(400, "twice")
    unknown = set(given) - {"next", "prev", "sortBy", "sortDirection", "from", "to", "status"}
    if unknown:
        raise Refused(400, "unknown parameter")
    params = {name: values[0] for name, values in given.items()}
    back = "prev" in params
    cursor = params.get("prev", params.get("next"))
    if cursor is not None:
        # The query travels in the cursor; nothing may stand beside it.
        if len(params) > 1:
            raise Refused(400, "a cursor is all it takes")
        try:
            params, key, row, owner = json.loads(base64.urlsafe_b64decode(cursor))
            if owner != hook:
                raise ValueError
        except (ValueError, TypeError):
            raise Refused(400, "cursor") from None
    with turn:
        if not database.execute("SELECT 1 FROM logs WHERE hook = ? LIMIT 1", (hook,)).fetchone():
            if hook not in [log["id"] for log in OPTIONS["logs"]] and BROKEN != "like-hook":
                raise Refused(404, "hook")
    where, values = (["hook LIKE ?"] if BROKEN == "like-hook" else ["hook = ?"]), [hook]
    if "status" in params:
        if params["status"] not in ("succeeded", "failed"):
            raise Refused(400, "status")
        where.append("status = ?")
        values.append(params["status"])
    ends = OPTIONS["bounds"]
    if "from" in params:
        where.append("at >= ?" if ends[0] == "[" else "at > ?")
        values.append(moment(params["from"]))
    if "to" in params:
        day = 86399 if OPTIONS["dates"] and ends[1] == "]" else 0
        where.append("at <= ?" if ends[1] == "]" else "at < ?")
        values.append(moment(params["to"]) + day)
    if BROKEN == "or-binds-last" and "status" in params and "from" in params:
        where = [" AND ".join(where[:-1]) + " OR " + where[-1]]
    if params.get("sortBy") not in COLUMNS:
        raise Refused(400, "sortBy")
    column = COLUMNS[params.get("sortBy")]
    direction = params.get("sortDirection", OPTIONS["order"])
    if direction not in ("asc", "desc"):
        raise Refused(400, "sortDirection")
    scope = " AND ".join(where)
    with turn:
        total = database.execute(f"SELECT count(*) FROM logs WHERE {scope}", values).fetchone()[0]
        if BROKEN == "count-before-status":
            total = database.execute("SELECT count(*) FROM logs WHERE hook = ?", (hook,)).fetchone()[0]
        down = direction == "desc"
        if cursor is not None:
            sign = "<" if down != back else ">"
            if BROKEN == "key-without-id":
                scope += f" AND {column} {sign} ?"
                values.append(key)
            elif BROKEN == "key-with-equals":
                scope += f" AND {column} {sign}= ?"
                values.append(key)
            elif BROKEN == "id-only-key":
                scope += f" AND id {sign} ?"
                values.append(row)
            else:
                scope += f" AND ({column}, id) {sign} (?, ?)"
                values += [key, row]
        way = "DESC" if down != back else "ASC"
        if BROKEN == "prev-keeps-order" and back:
            way = "DESC" if down else "ASC"
        rows = database.execute(
            f"SELECT id, {column}, item FROM logs WHERE {scope} ORDER BY {column} {way}, id {way} LIMIT ?",
            (*values, OPTIONS["pageSize"] + 1),
        ).fetchall()
    over = len(rows) > OPTIONS["pageSize"]
    rows = rows[:OPTIONS["pageSize"]]
    if back and BROKEN != "prev-not-reversed":
        rows.reverse()
    edge = {"null": None, "empty": ""}[OPTIONS["end"]]

    def to(kind):
        first = rows[0] if kind == "prev" else rows[-1]
        keep = {name: value for name, value in params.items() if name not in ("next", "prev")}
        if BROKEN == "cursor-drops-to":
            keep.pop("to", None)
        if BROKEN == "cursor-drops-sort":
            keep.pop("sortBy", None)
        return base64.urlsafe_b64encode(json.dumps([keep, first[1], first[0], hook]).encode()).decode()

    has_next = bool(rows) and (over or back)
    has_prev = bool(rows) and (over if back else cursor is not None)
    return {"data": [row[2] for row in rows], "cursor": {"next": to("next") if has_next else edge, "prev": to("prev") if has_prev else edge, "totalItems": total}}


def words(body, *names):
    if set(body) - set(names):
        raise Refused(400, "unknown field")
    for name in names:
        if not isinstance(body.get(name), str) or not 0 < len(body[name]) <= 300:
            raise Refused(400, name)
    return [body[name] for name in names]


def register(body):
    first, _, email, _ = words(body, "firstName", "lastName", "email", "password")
    if not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", email):
        raise Refused(400, "email")
    code = secrets.randbelow(10 ** OPTIONS["digits"])
    with turn:
        if BROKEN == "sql-by-hand":
            database.execute(f"SELECT '{first}'")
        known = database.execute("SELECT 1 FROM users WHERE email = ?", (email,)).fetchone()
        if not known:
            database.execute("INSERT INTO users (email, code, until) VALUES (?, ?, ?)", (email, code, time.time() + OPTIONS["lives"]))
            deliver(email, f"{code:0{OPTIONS['digits']}d}")
        if BROKEN == "same-code-for-all":
            database.execute("UPDATE users SET code = ?", (code,))
    return {}


def verify(body):
    email, code = body.get("email"), body.get("code")
    if not isinstance(email, str) or type(code) is not int or abs(code) >= 2 ** 53:
        raise Refused(400, "email and code")
    with turn:
        like = "LIKE" if BROKEN == "email-sql-like" else "="
        user = database.execute(f"SELECT email, code, until, wrong FROM users WHERE email {like} ?", (email,)).fetchone()
        if user is None or user[3] >= 4 or user[2] < time.time():
            raise Refused(410, "gone")
        right = user[1] == code or (BROKEN == "code-mod-2-32" and user[1] == code % 2 ** 32)
        if not right:
            database.execute("UPDATE users SET wrong = wrong + 1 WHERE email = ?", (user[0],))
            raise Refused(422, "wrong")
        database.execute("DELETE FROM users WHERE email = ?", (user[0],))
    return {}


def create(body):
    limit, profiles, calendars = body.get("limit"), body.get("profileIds"), body.get("calendarIds")
    if type(limit) is not int or limit < 0 or not all(isinstance(ids, list) and all(isinstance(one, str) for one in ids) for ids in (profiles, calendars)):
        raise Refused(400, "types")
    found = sorted(set(profiles + calendars))
    if BROKEN == "variables-999" and len(found) > 900:
        raise RuntimeError("too many SQL variables")
    data = found[:limit]
    return {"data": data, "cursor": {"next": None, "prev": None, "totalItems": len(found)}}


def answer(method, target, headers, raw):
    if headers.get("Authorization") not in (f"Bearer {OPTIONS['token']}", f"bearer {OPTIONS['token']}"):
        if BROKEN != "auth-only-on-post" or method != "GET":
            raise Refused(401, "", {"WWW-Authenticate": 'Bearer realm="tables"'})
    path, _, query = target.partition("?")
    found = re.fullmatch(r"/v2/webhooks/([^/]+)/logs/search", path)
    statuses = OPTIONS["statuses"]
    if found:
        if method != "GET":
            raise Refused(405, "", {"Allow": "GET"})
        value, status = search(unquote(found[1]), parse_qs(query, keep_blank_values=True)), statuses["logs"]
    else:
        operations = {"/v2/auth/register": (register, statuses["register"]), "/v2/auth/verify-user": (verify, statuses["verify"]), "/v2/calendars/common-events": (create, statuses["create"])}
        if path not in operations:
            raise Refused(404, "path")
        if method != "POST":
            raise Refused(405, "", {"Allow": "POST"})
        if "json" not in headers.get("Content-Type", ""):
            raise Refused(415, "JSON only")
        try:
            body = json.loads(raw)
        except (ValueError, RecursionError):
            raise Refused(400, "JSON") from None
        if not isinstance(body, dict):
            raise Refused(400, "object")
        operation, status = operations[path]
        try:
            value = operation(body)
        except UnicodeEncodeError:
            raise Refused(400, "half a surrogate pair") from None
    octets = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    if BROKEN == "literal-nan" and found:
        octets = octets.replace(b'"totalItems": 0}', b'"totalItems": NaN}')
    return status, {"Content-Type": "application/json"}, octets


serve(answer)
