/** Walks the pages of a log from bash, and compares what the walks have: for findings that no single response shows. */
import type { ReportedRequirement } from '../../core/report.ts';
import type {
  Comparison,
  DifferentOrders,
  ForeignItems,
  TimeOrder,
  WalkComparison,
  WalkRule,
} from '../../core/verdict.ts';
import { single } from './words.ts';

const cursors = ['next', 'prev'];

/**
 * Lines that read walks and judge them as `shows` says; undefined if the evidence has no search of the target's.
 * @param steps the lines that send the steps of the finding
 */
export function walkLines(
  { evidence = [] }: ReportedRequirement,
  shows: WalkRule | Comparison,
  baseUrl: string,
  steps: readonly string[],
): string[] | undefined {
  const urls = evidence.map(({ request }) => request.url).filter((url) => url.includes('/logs/search'));
  const first = urls[0];
  if (first === undefined || !first.startsWith(baseUrl)) return undefined;
  const path = first.slice(baseUrl.length).split('?')[0]!;
  const judging = typeof shows === 'string' ? ruleLines(shows, queryOf(first)) : compareLines(shows, steps);
  return [`path=${single(path)}`, `keep=${keepsFilters(urls) ? 1 : 0}`, walkFunction, ...judging];
}

/** The parameters of a search without its cursor. */
function queryOf(url: string): string {
  const parameters = (url.split('?')[1] ?? '').split('&').filter((one) => one !== '');
  return parameters.filter((one) => !cursors.includes(one.split('=')[0]!)).join('&');
}

/** Whether the requests repeat the parameters beside a cursor. */
function keepsFilters(urls: readonly string[]): boolean {
  const hasCursor = (url: string) => /[?&](?:next|prev)=/.test(url);
  return !urls.some((url) => queryOf(url) !== '') || urls.some((url) => hasCursor(url) && queryOf(url) !== '');
}

const walkFunction = `
# walk NAME QUERY: all items into $dir/NAME; sets count, all (the total), totals (of each page), pages and stopped.
walk() {
  local query=$2 next= target
  : >"$dir/$1"
  pages=0 totals= stopped= empty=0
  while :; do
    target="$path?$query"
    [ -n "$next" ] && { [ "$keep" = 1 ] && target="$path?$query\${query:+&}next=$next" || target="$path?next=$next"; }
    send GET "\${target%[?]}" -H "Authorization: Bearer $CAWL_TOKEN"
    accepted || { stopped="page $((pages + 1)) answered $status"; break; }
    items >"$dir/page"
    cat "$dir/page" >>"$dir/$1"
    [ -s "$dir/page" ] && empty=0 || empty=$((empty + 1))
    pages=$((pages + 1))
    totals="$totals $(total)"
    next=$(cursor next)
    [ -n "$next" ] || break
    [ "$empty" -ge 2 ] && [ "$(grep -c '' "$dir/$1")" -ge "$(total)" ] && break
    next=$(encode "$next")
    [ "$pages" -lt 400 ] && [ "$(grep -c '' "$dir/$1")" -le $((3 * $(total) + 100)) ] || { stopped='it does not end'; break; }
  done
  count=$(grep -c '' "$dir/$1")
  all=$(echo $totals | cut -d' ' -f1)
  sort "$dir/$1" >"$dir/$1.sorted"
  echo "walk of \${query:-no filter}: $count items on $pages pages, totalItems $all"
}`;

/** What one walk shows by itself. */
function ruleLines(rule: WalkRule, query: string): string[] {
  const walk = `walk one ${single(query)}`;
  switch (rule) {
    case 'complete':
      return [
        walk,
        `[ -z "$stopped" ] || shows "$stopped"`,
        `[ "$count" = "$all" ] || shows "the walk has $count items; expected $all, its totalItems"`,
        `[ "$(echo $totals | tr ' ' '\\n' | sort -u | grep -c '')" = 1 ] || shows "totalItems differs from page to page:$totals"`,
        `gone "the walk has $count items, as totalItems says"`,
      ];
    case 'ends':
      return [
        walk,
        `[ "$stopped" = 'it does not end' ] && shows "$count items, of $all, and still a next"`,
        'gone "the walk ends"',
      ];
    case 'constant-total':
      return [
        walk,
        `[ "$(echo $totals | tr ' ' '\\n' | sort -u | grep -c '')" = 1 ] || shows "totalItems differs from page to page:$totals"`,
        'gone "every page has the same totalItems"',
      ];
    case 'unique-items':
      return [
        walk,
        `again=$(uniq -d "$dir/one.sorted" | head -1)`,
        `[ -z "$again" ] || shows "the walk has $again more than once"`,
        'gone "no item occurs twice"',
      ];
    case 'back':
      return prevLines(query);
  }
}

/** From each page back by prev: the page before must return. */
function prevLines(query: string): string[] {
  return [
    `query=${single(query)} next= page=0
ask() { # ask SIDE CURSOR
  local given="$1=$(encode "$2")"
  [ "$keep" = 1 ] && given="$query\${query:+&}$given"
  send GET "$path?$given" -H "Authorization: Bearer $CAWL_TOKEN"
}
send GET "$path\${query:+?$query}" -H "Authorization: Bearer $CAWL_TOKEN"
while accepted && [ "$page" -lt 60 ]; do
  page=$((page + 1))
  items >"$dir/now"
  here=$(cursor next) back=$(cursor prev)
  if [ "$page" -gt 1 ]; then
    [ -n "$back" ] || shows "page $page has no prev"
    ask prev "$back"
    accepted || shows "prev of page $page answered $status"
    items >"$dir/back"
    cmp -s "$dir/back" "$dir/before" || [ "$(tail -1 "$dir/back")" = "$(tail -1 "$dir/before")" ] ||
      shows "prev of page $page leads to a page that ends with $(tail -1 "$dir/back"), not with $(tail -1 "$dir/before")"
    [ -s "$dir/back" ] || shows "prev of page $page leads to an empty page"
  fi
  cp "$dir/now" "$dir/before"
  [ -n "$here" ] || break
  ask next "$here"
done
accepted || unknown "page $page answered $status"
gone "prev of each of $page pages leads to the page before"`,
  ];
}

/** Both sides of a comparison, each item as often. */
function comparisonLines({ left, right, isPart }: WalkComparison): string[] {
  const walks = (name: string, side: readonly string[]) => [
    `total_${name}=0`,
    ...side.flatMap((query, index) => [
      `walk ${name}${index} ${single(query)}`,
      `total_${name}=$((total_${name} + \${all:-0}))`,
    ]),
    `cat ${side.map((_, index) => `"$dir/${name}${index}"`).join(' ')} | sort >"$dir/${name}"`,
  ];
  return [
    ...walks('left', left),
    ...walks('right', right),
    `surplus=$(comm -23 "$dir/left" "$dir/right" | grep -c '') missing=$(comm -13 "$dir/left" "$dir/right" | grep -c '')`,
    `comm -23 "$dir/left" "$dir/right" | head -3 | sed 's/^/  too many: /'`,
    ...(isPart ? [] : [`comm -13 "$dir/left" "$dir/right" | head -3 | sed 's/^/  missing: /'`]),
    isPart
      ? `[ "$surplus" = 0 ] || shows "$surplus items that the other walks do not have"`
      : `[ "$surplus" = 0 ] && [ "$missing" = 0 ] || shows "$missing items missing, $surplus too many"`,
    ...(isPart
      ? []
      : ['[ "$total_left" = "$total_right" ] || shows "totalItems $total_left and $total_right of the same items"']),
    'gone "the walks have the same items"',
  ];
}

function compareLines(shows: Comparison, steps: readonly string[]): string[] {
  if ('left' in shows) return comparisonLines(shows);
  if ('orders' in shows) return ordersLines(shows);
  return 'sorted' in shows ? timeOrderLines(shows) : foreignLines(shows, steps);
}

/** Both walks in one order, of items that are not all the same. */
function ordersLines({ orders: [one, other] }: DifferentOrders): string[] {
  return [
    `walk one ${single(one)}`,
    `walk other ${single(other)}`,
    `[ "$(sort -u "$dir/one" | grep -c '')" -gt 1 ] && cmp -s "$dir/one" "$dir/other" &&`,
    '  shows "both walks return their items in the same order"',
    'gone "the walks have different orders"',
  ];
}

/** Items that occur once, in a walk if those up to a moment must stand together at one end. */
function timeOrderLines({ sorted, early, isDescending }: TimeOrder): string[] {
  return [
    `walk early ${single(early)}`,
    `walk sorted ${single(sorted)}`,
    `[ -s "$dir/early" ] || gone 'the range has no items'`,
    `wrong=$(awk -v last=${isDescending ? 1 : 0} '`,
    '  FNR == 1 { file++ }',
    '  file == 1 { early[$0]; next }',
    '  file == 2 { count[$0]++; next }',
    '  count[$0] > 1 { next }',
    '  (($0 in early) != last) && other != "" { print $0 " after " other; exit }',
    '  (($0 in early) == last) { other = $0 }',
    `' "$dir/early" "$dir/sorted" "$dir/sorted")`,
    `[ -z "$wrong" ] || shows "against the order of time: $wrong"`,
    'gone "the items are in the order of time"',
  ];
}

/** The last response must not have items that only the first log has. */
function foreignLines({ of, at }: ForeignItems, steps: readonly string[]): string[] {
  return [
    `path=${single(of)}`,
    "walk own ''",
    `path=${single(at)}`,
    "walk theirs ''",
    ...steps,
    'if ! accepted; then gone "answered $status"; return; fi',
    `stray=$(items | sort -u | comm -12 - <(sort -u "$dir/own") | comm -23 - <(sort -u "$dir/theirs") | head -1)`,
    '[ -z "$stray" ] || shows "the last response has $stray, which only the first log has"',
    'gone "the last response has no item of the first log"',
  ];
}
