// What `{env.X}` and `{secret.X}` in a step stand for, and how secrets are kept out of everything that is stored or shown.
import { escapeRegExp } from "../text.ts";
import { spellingsOfText } from "./secretSpellings.ts";

/** What an environment gives its steps. Secrets come sealed with the environment's access. */
export type EnvironmentValues = { env: Readonly<Record<string, string>>; secrets: Readonly<Record<string, string>> };

/** `secret`: the text holds a secret and may be typed into the environment's own pages only. */
export type Filled = { text: string; secret: boolean };

const REFERENCE = /\{(env|secret)\.([A-Za-z_][\w-]{0,99})\}/g;

/** A reference that the environment has no value for. The message names the reference, never a value. */
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

/** The text with its references filled in. Values are taken as they are: a reference inside of one stays text. Throws MissingValue. */
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

/** What replaces a secret. */
export const MASK = "••••••";

/** Shorter texts occur everywhere by chance: masking them would say more than it hides. */
export const MIN_SECRET = 4;

/** Every spelling under which a secret may appear in texts, addresses, forms, JSON and headers; the longest first. */
export function spellingsOf(secrets: readonly string[]): string[] {
  const all = secrets.filter((secret) => secret.length >= MIN_SECRET).flatMap(spellingsOfText);
  const long = new Set(all.filter((one) => one.length >= MIN_SECRET));
  return [...long].sort((a, b) => b.length - a.length);
}

export type Masker = (text: string) => string;

/** Replaces every spelling of the secrets, the longest that fits. */
export function createMasker(secrets: readonly string[]): Masker {
  const spellings = spellingsOf(secrets);
  if (spellings.length === 0) return (text) => text;
  const any = new RegExp(spellings.map(escapeRegExp).join("|"), "g");
  return (text) => text.replace(any, MASK);
}

/** The same value with every text in it masked, names of fields apart. */
export function maskTexts<T>(value: T, mask: Masker): T {
  const walk = (one: unknown): unknown => {
    if (typeof one === "string") return mask(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(value) as T;
}
