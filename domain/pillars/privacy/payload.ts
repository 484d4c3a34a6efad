// Whether the content of a request is like a tracker's: it numbers the visitor and says which page, and something more.

/** Kinds of content, by the names of parameters. Values are looked at where a name could be anybody's, and never kept. */
export const SIGNS = ["visitor", "page", "screen", "event", "language", "referrer", "title"] as const;
export type Sign = (typeof SIGNS)[number];

const NAMES: readonly (readonly [Sign, RegExp])[] = [
  [
    "visitor",
    /^(cid|uid|vid|uuid|guid|duid|fp|fpid|pid|sid|(visitor|client|user|device|anonymous|anon|distinct|browser|session|tracking)_?(id|uuid)|fingerprint)$/,
  ],
  ["page", /^(dl|url|page_?url|page_?location|location|href|page|path|u|document_?location)$/],
  [
    "screen",
    /^(sr|vp|screen(_?(size|resolution|width|height))?|res(olution)?|viewport(_?(size|width|height))?|sw|sh|colou?r_?depth|sd)$/,
  ],
  ["event", /^(en|ev|ea|ec|event(_?(name|type|category|action))?|t|type|action|e)$/],
  ["language", /^(ul|lang|language|languages|locale|tz|time_?zone)$/],
  ["referrer", /^(dr|ref|referr?er|page_?referrer|document_?referrer)$/],
  ["title", /^(dt|title|page_?title|document_?title)$/],
];
const MAX_NAMES = 80;
const MAX_BODY = 8_000;

/** The signs in the query and the body of a request. `page`: address of the page that sends it. */
export function payloadSigns(url: string, body: string | null, page: string): Sign[] {
  const path = URL.parse(page)?.pathname ?? "/";
  const found = new Set<Sign>();
  for (const [name, value] of [...queryOf(url), ...bodyOf(body)].slice(0, MAX_NAMES)) {
    const bare = name
      .slice(0, 60)
      .replace(/([a-z])([A-Z])/g, "$1_$2")
      .toLowerCase()
      .replaceAll("-", "_");
    const sign = NAMES.find(([, pattern]) => pattern.test(bare))?.[0];
    if (sign === "visitor" && !isNumber(value)) continue;
    if (sign === "page" && !(value.startsWith("http") || (path.length > 1 && value.includes(path)))) continue;
    if (sign) found.add(sign);
  }
  return SIGNS.filter((sign) => found.has(sign));
}

/** A visitor's number, the page, and two more: what a page needs for its own work seldom has all of them. */
export const isTrackerLike = (signs: readonly string[]): boolean =>
  signs.includes("visitor") && signs.includes("page") && signs.length >= 4;

/** Long enough to tell visitors apart. */
const isNumber = (value: string): boolean => value.length >= 8 && /\d/.test(value) && !/\s/.test(value);

const queryOf = (url: string): [string, string][] => [...(URL.parse(url)?.searchParams ?? [])];

function bodyOf(body: string | null): [string, string][] {
  if (body === null || body === "") return [];
  const text = body.slice(0, MAX_BODY);
  if (!/^\s*[[{]/.test(text)) return [...new URLSearchParams(text)];
  // A cut JSON does not parse: names and simple values are enough, however deep they lie.
  return [...text.matchAll(/"([\w.-]{1,60})"\s*:\s*("([^"\\]{0,300})"|-?[\d.]{1,30})/g)].map((found) => [
    found[1] ?? "",
    found[3] ?? found[2] ?? "",
  ]);
}
