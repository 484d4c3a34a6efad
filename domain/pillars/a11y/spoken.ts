// Determines whether a text is in the language that the page declares for it. It counts as wrong only if the detector and the function words
// of the
// language agree; if only one of them indicates it, it needs a manual check or is not reported.

import type { SpokenText } from "./content.ts";
import { functionWordShare } from "./functionWords.ts";

export type Spoken = {
  /** `unknown`: too short, mixed, or in a language that cannot be detected. */
  verdict: "right" | "wrong" | "doubtful" | "unknown";
  /** Detected language; ISO 639-1 code. */
  language: string;
  words: number;
};

const MIN_WORDS = 6;
const MIN_WORDS_IF_SURE = 8;
/** Share of function words from which the result is certain, however short the sentence is. */
const PLAIN = 0.4;
/** Minimum number of words for closely related languages, because a short text may belong to both. */
const MIN_WORDS_IF_NEAR = 30;
const MIN_LETTERS = 40;

/** Language codes that detectors cannot distinguish. */
const SAME = [
  ["no", "nb", "nn"],
  ["hr", "sr", "bs", "sh", "me"],
  ["ms", "id"],
  ["tl", "fil"],
  ["zh", "yue", "wuu", "cmn"],
  ["ku", "ckb", "kmr"],
  ["he", "iw"],
  ["ro", "mo"],
];
const NEAR = [
  ["no", "nb", "nn", "da", "sv"],
  ["hr", "sr", "bs", "sh", "me", "sl", "mk"],
  ["cs", "sk"],
  ["es", "ca", "gl", "pt", "ast", "an", "oc"],
  ["ru", "uk", "be", "bg", "mk", "sr"],
  ["nl", "af", "fy", "li"],
  ["de", "lb", "nds", "gsw"],
  ["hi", "mr", "ne"],
  ["fa", "ar", "ur", "ps", "ku", "ckb"],
  ["az", "tr", "tk", "uz"],
  ["it", "co", "sc", "fur", "scn"],
  ["fi", "et"],
  ["ja", "zh"],
];
const together = (groups: readonly string[][], a: string, b: string): boolean =>
  a === b || groups.some((group) => group.includes(a) && group.includes(b));

/** Returns the primary subtag, such as "en" of "en-GB". Empty if no language is named or the subtag does not have two or three letters. */
export function primaryLanguage(tag: string): string {
  const first = tag.trim().toLowerCase().split(/[-_]/)[0] ?? "";
  return /^[a-z]{2,3}$/.test(first) && !["und", "zxx", "mul", "mis"].includes(first) ? first : "";
}

/** Returns the English name of a language, or the tag if it has none. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

const SCRIPTS = {
  Latn: /\p{Script=Latin}/gu,
  Cyrl: /\p{Script=Cyrillic}/gu,
  Grek: /\p{Script=Greek}/gu,
  Arab: /\p{Script=Arabic}/gu,
  Hebr: /\p{Script=Hebrew}/gu,
  Jpan: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hani: /\p{Script=Han}/gu,
  Kore: /\p{Script=Hangul}/gu,
  Deva: /\p{Script=Devanagari}/gu,
  Thai: /\p{Script=Thai}/gu,
  Geor: /\p{Script=Georgian}/gu,
  Armn: /\p{Script=Armenian}/gu,
  Beng: /\p{Script=Bengali}/gu,
  Taml: /\p{Script=Tamil}/gu,
} as const;
/** Languages written in the Latin script as well as another one. */
const TWO_SCRIPTS = new Set([
  "sr",
  "bs",
  "hr",
  "sh",
  "uz",
  "az",
  "kk",
  "tk",
  "mn",
  "ku",
  "ms",
  "pa",
  "ha",
  "tt",
  "ky",
  "tg",
  "ro",
]);

/** Determines the language of texts that are samples of one document with one declared language. */
export function spokenIn(texts: readonly SpokenText[]): Spoken {
  const declared = primaryLanguage(texts[0]?.declared ?? "");
  const words = texts.flatMap(({ text }) => wordsOf(text));
  const spoken = (verdict: Spoken["verdict"], language: string): Spoken => ({ verdict, language, words: words.length });
  const languages = texts.flatMap(({ detected }) => (detected === null ? [] : [detected.language]));
  const [language = ""] = languages;
  if (declared === "" || language === "") return spoken("unknown", language);
  if (languages.some((one) => together(SAME, one, declared))) return spoken("right", declared);
  if (languages.some((one) => one !== language)) return spoken("unknown", language);

  const written = scriptsOf(texts.map(({ text }) => text).join(" "));
  if (written.letters < MIN_LETTERS / 2) return spoken("unknown", language);
  const usual = scriptOf(declared);
  if (written.main !== "Latn" && usual !== null && !sameScript(written.main, usual) && !TWO_SCRIPTS.has(declared))
    return spoken(written.latin <= 0.2 ? "wrong" : "doubtful", language);
  if (written.main !== "Latn" && usual === null) return spoken("unknown", language);

  const own = functionWordShare(words, language);
  const said = functionWordShare(words, declared) ?? 0;
  if (own === null || words.length < MIN_WORDS) return spoken("unknown", language);
  const near = together(NEAR, language, declared);
  const sure = own >= 0.2 && own >= (near ? 3 : 2.5) * said && written.letters >= MIN_LETTERS / 2;
  const plain = own >= PLAIN && !near;
  if (sure && (plain || words.length >= (near ? MIN_WORDS_IF_NEAR : MIN_WORDS_IF_SURE)))
    return spoken("wrong", language);
  if (!near && own >= 0.12 && own >= 2 * said && words.length >= MIN_WORDS_IF_SURE) return spoken("doubtful", language);
  return spoken("unknown", language);
}

/** `latin`: share of Latin letters. */
function scriptsOf(text: string): { main: keyof typeof SCRIPTS; latin: number; letters: number } {
  let main: keyof typeof SCRIPTS = "Latn";
  let most = 0;
  let letters = 0;
  let latin = 0;
  for (const [name, pattern] of Object.entries(SCRIPTS) as [keyof typeof SCRIPTS, RegExp][]) {
    const count = text.match(pattern)?.length ?? 0;
    letters += count;
    if (name === "Latn") latin = count;
    if (count > most) [main, most] = [name, count];
  }
  return { main, latin: letters === 0 ? 0 : latin / letters, letters };
}

/** Returns the script that a language is usually written in, or null if unknown. */
function scriptOf(language: string): string | null {
  try {
    return new Intl.Locale(language).maximize().script ?? null;
  } catch {
    return null;
  }
}

/** Japanese and Chinese share characters. */
const sameScript = (written: string, usual: string): boolean =>
  written === usual ||
  (["Hani", "Jpan"].includes(written) && ["Jpan", "Hans", "Hant", "Hani"].includes(usual)) ||
  (written === "Hani" && usual === "Kore");
