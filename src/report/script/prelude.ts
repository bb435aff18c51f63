/** The functions of bash that every script begins with: they send a request and read its response. */

export const prelude = String.raw`set -u
command -v curl >/dev/null || { echo 'this script needs curl' >&2; exit 2; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT

# Text as a part of a URL.
encode() {
  local LC_ALL=C text=$1 place char
  for ((place = 0; place < ${'$'}{#text}; place++)); do
    char=${'$'}{text:place:1}
    case $char in [a-zA-Z0-9.~_-]) printf %s "$char" ;; *) printf '%%%02X' "'$char" ;; esac
  done
}

# Letters that no e-mail has yet.
fresh() { LC_ALL=C tr -dc a-z </dev/urandom | head -c 14; }

# send METHOD PATH [options of curl]: sets status, and writes the response to $dir/head and $dir/body.
send() {
  local method=$1 path=$2
  shift 2
  [ "$method" = HEAD ] && set -- -I "$@"
  case "$*" in *'-H Accept:'*) ;; *) set -- -H 'Accept: application/json' "$@" ;; esac
  : >"$dir/body"
  status=$(curl -gsS --path-as-is --max-time 30 -A cawl -X "$method" \
    -D "$dir/head" -o "$dir/body" -w '%{http_code}' "$base$path" "$@") || status=000
  printf '  %s %s: %s\n' "$method" "${'$'}{path:0:200}" "$status"
}

accepted() { [ "${'$'}{status:0:1}" = 2 ]; }
flat() { tr -d '\r\n' <"$dir/body"; }

# cursor next, cursor prev: that cursor of the page, or nothing.
cursor() {
  flat | grep -oE '"'"$1"'" *: *"([^"\\]|\\.)*"' | tail -1 |
    sed -e 's/^"[a-z]*" *: *"//' -e 's/"$//' -e 's/\\\([/"\\]\)/\1/g'
}
total() { flat | grep -oE '"totalItems" *: *-?[0-9]+' | tail -1 | grep -oE -- '-?[0-9]+$'; }
# The items of the page, one per line, as they are written in JSON.
items() {
  flat | grep -oE '"data" *: *\[( *"([^"\\]|\\.)*" *,?)*' | sed 's/^"data" *: *\[//' | grep -oE '"([^"\\]|\\.)*"'
}

# code_of EMAIL: the code that a registered user is sent.
code_of() {
  local url found=
  if [ -n "${'$'}{CAWL_CODE_URL:-}" ]; then
    url=${'$'}{CAWL_CODE_URL//'{email}'/$(encode "$1")}
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      found=$(curl -fgsS "$url" 2>/dev/null | sed "s/$1//g" | grep -oE '[0-9]{4,9}' | head -1)
      [ -n "$found" ] && break
      sleep 0.5
    done
  elif [ -n "${'$'}{CAWL_CODE_COMMAND:-}" ]; then
    found=$(sh -c "${'$'}{CAWL_CODE_COMMAND//'{email}'/'"$1"'}" sh "$1" | grep -oE '[0-9]{4,9}' | head -1)
  else
    read -r -p "the code that $1 was sent: " found </dev/tty
  fi
  printf %s "$found"
}
# slice TEXT FROM TO
slice() { printf %s "${'$'}{1:$2:$(($3 - $2))}"; }

shows() { echo "the failure shows: $*"; exit 1; }
gone() { absent=$*; }
unknown() { echo "this script cannot tell: $*"; exit 2; }
`;
