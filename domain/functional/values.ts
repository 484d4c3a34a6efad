// What `{env.X}` and `{secret.X}` in a step stand for, and how secrets are kept out of everything that is stored or shown.

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
export const SHORTEST_SECRET = 4;

/** Every spelling under which a secret may appear in texts, addresses, forms, JSON and headers; the longest first. */
export function spellingsOf(secrets: readonly string[]): string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    const json = inJson(secret);
    const encoded = safeEncode(secret);
    for (const one of [
      secret,
      encoded,
      encoded.replaceAll("%20", "+"),
      new URLSearchParams([["", secret]]).toString().slice(1),
      json,
      inJson(json),
      inHtml(secret),
      inJson(inHtml(secret)),
      base64(secret),
      base64(secret).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""),
      secret.replace(/\s+/g, " "),
    ])
      if (one.length >= SHORTEST_SECRET) all.add(one);
  }
  return [...all].sort((a, b) => b.length - a.length);
}

export type Masker = (text: string) => string;

/** Replaces every spelling of the secrets. */
export function createMasker(secrets: readonly string[]): Masker {
  const spellings = spellingsOf(secrets);
  return (text) => spellings.reduce((masked, one) => masked.replaceAll(one, MASK), text);
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** A lone half of a surrogate pair cannot be encoded. */
function safeEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
