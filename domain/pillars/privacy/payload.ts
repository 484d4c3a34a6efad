// Whether the content of a request looks like a tracker's: a visitor id, the page and at least two other signs.

/** Types of content, by parameter name. Values are checked only for generic names and never stored. */
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

/** Returns the signs in the query and body of a request. `page`: URL of the page that sends it. */
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

/** Whether there is a visitor id, the page and two other signs. A page rarely needs all of them for its own purposes. */
export const isTrackerLike = (signs: readonly string[]): boolean =>
  signs.includes("visitor") && signs.includes("page") && signs.length >= 4;

/** Whether a value is long enough to distinguish visitors. */
const isNumber = (value: string): boolean => value.length >= 8 && /\d/.test(value) && !/\s/.test(value);

const queryOf = (url: string): [string, string][] => [...(URL.parse(url)?.searchParams ?? [])];

function bodyOf(body: string | null): [string, string][] {
  if (body === null || body === "") return [];
  const text = body.slice(0, MAX_BODY);
  if (!/^\s*[[{]/.test(text)) return [...new URLSearchParams(text)];
  // Truncated JSON cannot be parsed, so only names and simple values at any depth are extracted.
  return [...text.matchAll(/"([\w.-]{1,60})"\s*:\s*("([^"\\]{0,300})"|-?[\d.]{1,30})/g)].map((found) => [
    found[1] ?? "",
    found[3] ?? found[2] ?? "",
  ]);
}
