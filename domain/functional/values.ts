// Resolves `{env.X}` and `{secret.X}` in steps, and masks secrets in everything that is stored or shown.
import { escapeRegExp } from "../text.ts";
import { spellingsOfText } from "./secretSpellings.ts";

/** Values that an environment provides to its steps. Secrets are stored sealed with the environment's access. */
export type EnvironmentValues = { env: Readonly<Record<string, string>>; secrets: Readonly<Record<string, string>> };

/** `secret`: the text contains a secret and may be typed only into the environment's own pages. */
export type Filled = { text: string; secret: boolean };

const REFERENCE = /\{(env|secret)\.([A-Za-z_][\w-]{0,99})\}/g;

/** Thrown for a reference that the environment has no value for. The message contains the reference, never a value. */
export class MissingValue extends Error {
  readonly reference: string;

  constructor(kind: string, name: string) {
    super(
      kind === "secret"
        ? `The environment has no secret "${name}": add it to the environment's access data.`
        : `The environment has no value "${name}": add it to the variables of the environment's access data.`,
    );
    this.name = "MissingValue";
    this.reference = `{${kind}.${name}}`;
  }
}

/** Returns the text with its references filled in. Values are not resolved again: a reference inside of a value stays text. Throws MissingValue. */
export function fillReferences(text: string, { env, secrets }: EnvironmentValues): Filled {
  let secret = false;
  const filled = text.replace(REFERENCE, (_whole, kind: string, name: string) => {
    const from = kind === "secret" ? secrets : env;
    const value = Object.hasOwn(from, name) ? from[name] : undefined;
    if (value === undefined) throw new MissingValue(kind, name);
    if (kind === "secret") secret = true;
    return value;
  });
  return { text: filled, secret };
}

/** Replacement for a secret. */
export const MASK = "••••••";

/** Minimum length of a masked secret. Shorter texts occur everywhere by chance, so masking them would reveal more than it hides. */
export const MIN_SECRET = 4;

/** Returns every spelling in which a secret may appear in texts, URLs, forms, JSON and headers, the longest first. */
export function spellingsOf(secrets: readonly string[]): string[] {
  const all = secrets.filter((secret) => secret.length >= MIN_SECRET).flatMap(spellingsOfText);
  const long = new Set(all.filter((one) => one.length >= MIN_SECRET));
  return [...long].sort((a, b) => b.length - a.length);
}

export type Masker = (text: string) => string;

/** Creates a function that replaces every spelling of the secrets, the longest match first. */
export function createMasker(secrets: readonly string[]): Masker {
  const spellings = spellingsOf(secrets);
  if (spellings.length === 0) return (text) => text;
  const any = new RegExp(spellings.map(escapeRegExp).join("|"), "g");
  return (text) => text.replace(any, MASK);
}

/** Returns the value with every text masked except field names. */
export const maskTexts = <T>(value: T, mask: Masker): T => maskedBy(value, { text: mask });

/**
 * Returns data that a page made up with everything masked that may hold a secret: texts, field names, and numbers that are a secret as a
 * whole. A secret may look like other JSON ("true", "1234"), so JSON text must not be masked instead.
 */
export const maskData = <T>(value: T, mask: Masker): T =>
  maskedBy(value, { text: mask, name: mask, number: (one) => (mask(String(one)) === MASK ? MASK : one) });

type Masking = { text: Masker; name?: Masker; number?: (one: number) => unknown };

function maskedBy<T>(value: T, { text, name = (same) => same, number = (same) => same }: Masking): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return text(one);
    if (typeof one === "number") return number(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([field, inner]) => [name(field), walk(inner)]));
  };
  return walk(value) as T;
}
