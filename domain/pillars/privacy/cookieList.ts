// Cookie names by platform and category from the Open Cookie Database, see assets/cookies/NOTICE. Its categories are opinions.
import rows from "../../../assets/cookies/cookies.json" with { type: "json" };

export type Listed = { category: "tracker" | "necessary" | "functional"; platform: string };
type Row = Listed & { name: string; domain: string };

const CATEGORIES: Readonly<Record<string, Listed["category"]>> = {
  Marketing: "tracker",
  Analytics: "tracker",
  Security: "necessary",
  Necessary: "necessary",
  Functional: "functional",
  Personalization: "functional",
};

/** Generic words in cookie names. A name made only of these does not identify a platform. */
const COMMON: ReadonlySet<string> = new Set(
  "session sess sessionid id uid uuid sid guid user users userid visitor visitors visit visits token tokens auth login logged cart basket order lang language locale country currency region city geo ip zone tz timezone theme mode consent cookie cookies test tests device client customer guest account member csrf xsrf ref referrer referer source medium campaign first last time date count page pages view views viewed hash key value data state status type app web www site shop store name email version variant group flag option options settings setting preference preferences info history recent list item items product products wishlist search query screen width height browser agent the is has my new old start end expires created updated cid pid vid gid tid aid did js html http secure host temp tmp cache check enabled disabled true false".split(
    " ",
  ),
);

const exact = new Map<string, Row[]>();
const prefixes: Row[] = [];
for (const [listed = "", category = "", platform = "", domain = ""] of rows as string[][]) {
  const row = { name: listed.replace(/\*$/, ""), category: CATEGORIES[category] ?? "functional", platform, domain };
  if (listed.endsWith("*")) prefixes.push(row);
  else exact.set(listed, [...(exact.get(listed) ?? []), row]);
}

/** Returns the list's entry for a name, or null if there is none or the name is generic. `domain`: domain of the cookie. */
export function listedCookie(name: string, domain = ""): Listed | null {
  const found = (exact.get(name) ?? prefixes.filter((row) => name.startsWith(row.name))).filter(
    (row) => atHome(row, domain) || telling(row.name),
  );
  const [first] = found;
  // If platforms use the same name for different purposes, the purpose is unknown.
  if (first === undefined || found.some(({ category }) => category !== first.category)) return null;
  return { category: first.category, platform: first.platform };
}

/** Whether the cookie is set for a domain that the row names. */
function atHome({ domain }: Row, given: string): boolean {
  const own = given.replace(/^\./, "").toLowerCase();
  return (
    own.includes(".") &&
    domain
      .toLowerCase()
      .split(/[\s,()]+/)
      .map((one) => one.replace(/^\./, ""))
      .some((one) => one.includes(".") && (own === one || own.endsWith(`.${one}`)))
  );
}

/** Whether a name is long enough and contains a word that is not generic. */
function telling(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1);
  return (
    name.length >= 4 &&
    words.some((word) => !COMMON.has(word)) &&
    (words.join("").length >= 6 || /^_|\d|[A-Z]/.test(name))
  );
}
