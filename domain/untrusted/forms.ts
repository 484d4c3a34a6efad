// Returns the forms in which a text may carry the same meaning: unchanged, with look-alike letters replaced, decoded, reversed.
import { joinedText, spacedText, tagText } from "./unseen.ts";

/** Letters that NFKD does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ı: "i", ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe" };

/**
 * Returns the text in lower case, with plain quotes, and without accents of Latin, Greek and Cyrillic letters except й and ї, which are
 * letters of their own.
 */
export const plainForm = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/(?<![иИ])\u0306|(?<![іІ])\u0308|[\u0300-\u0305\u0307\u0309-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[ıłøđßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"');

const LOOK_ALIKE = new Map(
  Object.entries({
    а: "a",
    в: "b",
    е: "e",
    к: "k",
    м: "m",
    н: "h",
    о: "o",
    р: "p",
    с: "c",
    т: "t",
    у: "y",
    х: "x",
    ѕ: "s",
    і: "i",
    ј: "j",
    ԁ: "d",
    ӏ: "l",
    ո: "n",
    ս: "u",
    α: "a",
    β: "b",
    ε: "e",
    η: "n",
    ι: "i",
    κ: "k",
    ν: "v",
    ο: "o",
    ρ: "p",
    τ: "t",
    υ: "u",
    χ: "x",
    ω: "w",
    γ: "y",
  }),
);
/** A word with letters of two alphabets. */
const MIXED = /[a-z][\u0370-\u058f]|[\u0370-\u058f][a-z]/;
/** Digits and symbols that stand for letters. */
const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
};

/** Returns only the letters and digits, without spaces: "i g n o r e" and "ig-nore" become one word. */
export const compactForm = (plain: string): string => plain.replace(/[^\p{L}\p{N}]+/gu, "");

/** Returns the text in other letters or another order, without spaces. `plain`: result of `plainForm`. */
export function compactForms(plain: string): string[] {
  const compact = compactForm(plain);
  const forms = [compact, [...compact].reverse().join("")];
  if (/[a-z]{4}/.test(compact)) forms.push(compact.replace(/[a-z]/g, rotated));
  if (/[a-z][013457@$]|[013457@$][a-z]/.test(plain))
    forms.push(compactForm(plain.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign)));
  return forms;
}

const rotated = (letter: string): string => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97);

const MAX_TOKENS = 8;
const MAX_DEPTH = 2;

/** Returns the plain forms of a text and of what is encoded in it: tag characters, entities, escapes, percent-encoding, base64 and hexadecimal. */
export function readForms(text: string, depth = 0): string[] {
  const joined = joinedText(text);
  const seen = spacedText(text);
  const plain = plainForm(seen);
  const forms = [plain];
  if (joined !== seen) forms.push(plainForm(joined));
  if (MIXED.test(plain)) forms.push([...plain].map((letter) => LOOK_ALIKE.get(letter) ?? letter).join(""));
  // URLs and file names have no spaces.
  if (!plain.includes(" ") && /[-_+/]/.test(plain)) forms.push(plain.replace(/[-_+/.]+/g, " "));
  if (depth >= MAX_DEPTH) return forms;
  return [...forms, ...decodedIn(text, joined).flatMap((inner) => readForms(inner, depth + 1))];
}

function decodedIn(text: string, joined: string): string[] {
  const found = [tagText(text), entities(joined), escapes(joined), percents(joined)];
  for (const [token] of [...joined.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)].slice(0, MAX_TOKENS))
    found.push(base64(token));
  for (const [token] of [...joined.matchAll(/(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s:,-]?){10,}/g)].slice(0, MAX_TOKENS))
    found.push(hexadecimal(token));
  return found.filter((one) => one !== "" && one !== joined);
}

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");

const entities = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => character(Number(digits)))
    .replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => NAMED[name] ?? " ");
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

const escapes = (text: string): string =>
  text.replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (_, long?: string, short?: string) =>
    character(Number.parseInt(long ?? short ?? "0", 16)),
  );

function percents(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return "";
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return " ";
    }
  });
}

/** Returns "" if the bytes are not text, because images and hashes are encoded in the same way. */
const readable = (bytes: string): string => {
  const letters = bytes.match(/[\x20-\x7e\s]/g)?.length ?? 0;
  if (letters < bytes.length * 0.9) {
    try {
      return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(decodeURIComponent(escaped(bytes)))
        ? decodeURIComponent(escaped(bytes))
        : "";
    } catch {
      return "";
    }
  }
  return bytes;
};
const escaped = (bytes: string): string =>
  [...bytes].map((byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");

function base64(token: string): string {
  try {
    return readable(atob(token.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "")));
  } catch {
    return "";
  }
}

const hexadecimal = (token: string): string =>
  readable(
    (token.replace(/0x|\\x/g, "").match(/[0-9a-fA-F]{2}/g) ?? [])
      .map((pair) => character(Number.parseInt(pair, 16)))
      .join(""),
  );
