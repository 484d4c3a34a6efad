// The language in which a plan describes the expected value of an attribute.
import { isMarker, MARKERS } from "./redact.ts";
import { type SafePattern, safePattern } from "./safePattern.ts";

/** Names of the expected types. */
export const VALUE_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "function",
  "iso-currency",
  "iso-date",
  "url",
  "email-free",
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

type Single = { kind: "literal"; text: string } | { kind: "glob"; text: string } | { kind: "type"; type: ValueType };
export type Expectation =
  | { kind: "required" }
  | { kind: "forbidden" }
  | ({ kind: "pattern" } & SafePattern)
  | { kind: "one-of"; choices: Single[] };

/** Which values keep their types; the others are text from a URL. */
export type Typed = boolean | "numbers";

/** `unknown`: the value was redacted, not read or too long, so it cannot be checked. */
export type Judgement = "right" | "wrong-type" | "wrong-value" | "unknown";

export const MAX_EXPECTATION = 500;
const MAX_CHOICES = 50;

/**
 * Parses an expectation: `required`, `forbidden`, `re:<pattern>`, a type, a text in which `*` matches any text, or
 * several types and texts separated by `|`. Returns an error sentence if it is invalid.
 */
export function parseExpectation(text: string): Expectation | string {
  if (text.trim() === "") return "The expected value is empty: write required, a value, a type or a pattern.";
  if (text.length > MAX_EXPECTATION) return `The expected value has more than ${MAX_EXPECTATION} characters.`;
  if (text === "required" || text === "forbidden") return { kind: text };
  if (text.startsWith("re:")) {
    const pattern = safePattern(text.slice(3));
    return typeof pattern === "string" ? pattern : { kind: "pattern", ...pattern };
  }
  const parts = text.split("|").map((part) => part.trim());
  if (parts.length > MAX_CHOICES) return `The list has more than ${MAX_CHOICES} values.`;
  if (parts.some((part) => part === "")) return "The list has an empty value: check the | signs.";
  if (parts.length > 1 && parts.some((part) => part === "required" || part === "forbidden" || part.startsWith("re:")))
    return "required, forbidden and re: cannot be part of a list.";
  if (parts.some((part) => part.split("*").length > 6)) return "A value may hold five * at most.";
  return { kind: "one-of", choices: parts.map(single) };
}

function single(text: string): Single {
  const type = VALUE_TYPES.find((known) => known === text);
  if (type) return { kind: "type", type };
  return text.includes("*") ? { kind: "glob", text } : { kind: "literal", text };
}

/**
 * Checks an existing value. A text that reads as a number or a boolean counts as one if such values lose their types.
 * `required` and `forbidden` only check whether it exists.
 */
export function judge(expectation: Expectation, value: unknown, typed: Typed): Judgement {
  if (expectation.kind === "required" || expectation.kind === "forbidden") return "right";
  if (expectation.kind === "pattern") {
    if (value === MARKERS.function) return "wrong-type";
    if (isMarker(value)) return "unknown";
    if (value !== null && typeof value === "object") return "wrong-type";
    const text = String(value);
    if (text.length > expectation.mostCharacters) return "unknown";
    return expectation.regex.test(text) ? "right" : "wrong-value";
  }
  const all = expectation.choices.map((choice) => judgeSingle(choice, value, typed));
  const order: Judgement[] = ["right", "unknown", "wrong-value", "wrong-type"];
  return order.find((one) => all.includes(one)) ?? "wrong-value";
}

function judgeSingle(choice: Single, value: unknown, typed: Typed): Judgement {
  if (choice.kind === "type") return judgeType(choice.type, value, typed);
  if (value === MARKERS.function) return "wrong-type";
  if (isMarker(value)) return "unknown";
  if (value !== null && typeof value === "object") return "wrong-type";
  if (choice.kind === "literal") return String(value) === choice.text ? "right" : "wrong-value";
  return matchesGlob(choice.text, String(value)) ? "right" : "wrong-value";
}

/** `*` matches any text, including none. Linear, because each part is searched once, after the previous one. */
function matchesGlob(glob: string, text: string): boolean {
  const parts = glob.split("*");
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

const NUMERIC = /^-?\d{1,15}(?:\.\d{1,15})?$/;
let currencies: ReadonlySet<string> | undefined;

function judgeType(type: ValueType, value: unknown, typed: Typed): Judgement {
  const text = typeof value === "string" ? value : null;
  if (type === "email-free") return JSON.stringify(value ?? "").includes(MARKERS.email) ? "wrong-value" : "right";
  if (value === MARKERS.function) return type === "function" ? "right" : "wrong-type";
  if (value === MARKERS.unread || value === MARKERS.number)
    return value === MARKERS.number && /^(number|integer)$/.test(type) ? "right" : "unknown";
  switch (type) {
    case "string":
      return text === null ? "wrong-type" : "right";
    case "number":
    case "integer": {
      if (isMarker(value)) return typed ? "wrong-type" : "unknown";
      const number =
        typeof value === "number" ? value : !typed && text !== null && NUMERIC.test(text) ? Number(text) : Number.NaN;
      if (!Number.isFinite(number)) return "wrong-type";
      return type === "number" || Number.isInteger(number) ? "right" : "wrong-type";
    }
    case "boolean":
      if (typeof value === "boolean" || (typed !== true && /^(true|false)$/.test(text ?? ""))) return "right";
      return !typed && /^[01]$/.test(text ?? "") ? "right" : "wrong-type";
    case "function":
      return "wrong-type";
    case "array":
      return Array.isArray(value) ? "right" : "wrong-type";
    case "object":
      return value !== null && typeof value === "object" && !Array.isArray(value) ? "right" : "wrong-type";
    default:
      if (text === null) return "wrong-type";
      return isMarker(text) ? "unknown" : SHAPES[type](text) ? "right" : "wrong-value";
  }
}

const SHAPES: Record<"iso-currency" | "iso-date" | "url", (text: string) => boolean> = {
  "iso-currency": (text) => {
    currencies ??= new Set(Intl.supportedValuesOf("currency"));
    return currencies.has(text);
  },
  "iso-date": (text) => {
    const found = /^(\d{4})-(\d{2})-(\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text,
    );
    if (!found || text.length > 40) return false;
    const date = new Date(`${found[1]}-${found[2]}-${found[3]}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(found[3]) && !Number.isNaN(Date.parse(text));
  },
  url: (text) => /^https?:\/\//i.test(text) && URL.canParse(text),
};
