// Validates language tags using the names that the runtime knows (CLDR).

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const REGIONS = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const HREFLANG = /^([a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;

/**
 * Whether the tag is well-formed (BCP 47) and its language is known. Languages of three letters count as known: there are 7,900 of them, and
 * CLDR names a few hundred.
 */
export function isLanguageTag(tag: string): boolean {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag.slice(0, 60));
    const language = canonical?.split("-")[0] ?? "";
    return language.length === 3 || isLanguage(language);
  } catch {
    return false;
  }
}

/** Returns the problem of a hreflang value, worded to follow "The language code …", or null if it is valid. */
export function hreflangProblem(value: string): string | null {
  if (value.toLowerCase() === "x-default") return null;
  if (value.includes("_")) return "has an underscore where a hyphen belongs";
  const parts = HREFLANG.exec(value);
  if (!parts) return "is not a language with an optional script and region";
  const [, language = "", , , region] = parts;
  if (!isLanguage(language)) return "names no language that is known";
  const short = Intl.getCanonicalLocales(language)[0] ?? language;
  if (short.length < language.length) return `names the language ${language}, which search engines know as ${short}`;
  if (region === undefined) return null;
  // CLDR treats UK as an alias of GB; search engines do not.
  if (region.toUpperCase() === "UK") return "names the region UK; the United Kingdom is GB";
  return NO_COUNTRY.has(region.toUpperCase()) || !isRegion(region) ? "names no region that is known" : null;
}

/** Regions that CLDR knows, and ISO 3166-1 does not or no longer. */
const NO_COUNTRY: ReadonlySet<string> = new Set("EU EZ UN ZZ AN CS SU TP YU ZR DD FX QO XA XB".split(" "));

function isLanguage(code: string): boolean {
  try {
    return LANGUAGES.of(code) !== undefined;
  } catch {
    return false;
  }
}

function isRegion(code: string): boolean {
  try {
    return REGIONS.of(code.toUpperCase()) !== undefined;
  } catch {
    return false;
  }
}
