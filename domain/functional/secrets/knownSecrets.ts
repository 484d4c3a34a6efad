// Finds secrets of a project's environments in texts before they are stored: each becomes a reference, or is named so that the text can be
// refused. Pure.
import { basicPair } from "../../net/basicAuth.ts";
import { TOTP_REFERENCE } from "../../signIn/call.ts";
import { secretsOfSignIn } from "../../signIn/secrets.ts";
import type { SiteAccess } from "../../visual/shot.ts";
import { MIN_SECRET, spellingsOf } from "../values.ts";
import { asksForPassword } from "./passwordFields.ts";

/** `name`: name in references; null if it has none. `environment`: environment whose access contains it. */
export type KnownSecret = { value: string; name: string | null; environment: string };

/** Returns the parts of an environment's access that must stay secret. Other sign-in values, such as a user name, may be readable. */
export function secretsIn(access: SiteAccess, environment: string): KnownSecret[] {
  const { basicAuth, headers = {}, cookies = [], signIn, secrets = {} } = access;
  const unnamed = [
    ...(basicAuth ? [basicAuth.password, basicPair(basicAuth)] : []),
    ...Object.values(headers),
    ...cookies.map(({ value }) => value),
    ...(signIn?.steps ?? []).flatMap((step) =>
      step.op === "fill" && asksForPassword(step.selector) && step.value !== TOTP_REFERENCE ? [step.value] : [],
    ),
    ...secretsOfSignIn(access),
  ];
  return [
    ...Object.entries(secrets).map(([name, value]): KnownSecret => ({ value, name, environment })),
    ...unnamed.map((value): KnownSecret => ({ value, name: null, environment })),
  ].filter(({ value }) => value.length >= MIN_SECRET);
}

/** Minimum length of a plain word that does not occur in a text by chance. */
const LONG_WORD = 12;

/** Whether the secret cannot occur in a text by chance: "admin" or "shop" can; "s3same" or a long word cannot. */
export const isDistinctive = ({ value }: Pick<KnownSecret, "value">): boolean =>
  value.length >= LONG_WORD || /[^\p{L}]/u.test(value);

const REFERENCE = /(\{(?:env|secret)\.[A-Za-z_][\w-]{0,99}\})/;

/** Returns the value as written in plain text, in a quoted text and in a table cell. */
const writtenAs = (value: string): string[] => [
  ...new Set([
    value,
    value.replaceAll("\\", "\\\\").replaceAll('"', '\\"'),
    value.replaceAll("\\", "\\\\").replaceAll("|", "\\|"),
  ]),
];

/** `names`: names of the secrets that became references. */
export type Referred = { text: string; names: string[] };

/** Replaces every named, distinctive secret in the text with its reference. Existing references stay unchanged. */
export function withReferences(text: string, known: readonly KnownSecret[]): Referred {
  const names = new Set<string>();
  const put = (part: string, { name, value }: KnownSecret): string =>
    writtenAs(value).reduce((made, written) => {
      if (name === null || !made.includes(written)) return made;
      names.add(name);
      return outsideReferences(made, (plain) => plain.replaceAll(written, `{secret.${name}}`));
    }, part);
  const made = longestFirst(known).filter(isDistinctive).reduce(put, text);
  return { text: made, names: [...names] };
}

/** Returns the reference of the secret that equals the whole value, or null if there is none or it has no name. */
export function referenceOf(value: string, known: readonly KnownSecret[]): string | null {
  const same = known.find((one) => one.value === value && one.name !== null);
  return same ? `{secret.${same.name}}` : null;
}

/** Same as `withReferences`, but for ordinary words that are the whole value of an action: in quotes, in a cell or on a line. */
export function withWholeValues(text: string, values: ReadonlySet<string>, known: readonly KnownSecret[]): Referred {
  const names = new Set<string>();
  const made = longestFirst(known)
    .filter((one) => !isDistinctive(one) && values.has(one.value))
    .reduce((part, { name, value }) => {
      if (name === null) return part;
      const whole = new RegExp(
        `(?<=["'])${value}(?=["'])|(?<=\\|\\s*)${value}(?=\\s*\\|)|(?<=^\\s*)${value}(?=\\s*$)`,
        "gmu",
      );
      return part.replace(whole, () => {
        names.add(name);
        return `{secret.${name}}`;
      });
    }, text);
  return { text: made, names: [...names] };
}

/** Returns the first secret that the text still contains in any spelling, with its position, or null. */
export function secretLeftIn(text: string, known: readonly KnownSecret[]): { secret: KnownSecret; at: number } | null {
  const plain = outsideReferences(
    text,
    (part) => part,
    (reference) => " ".repeat(reference.length),
  );
  for (const secret of longestFirst(known)) {
    if (!isDistinctive(secret)) continue;
    for (const one of [...writtenAs(secret.value), ...spellingsOf([secret.value])]) {
      const at = plain.indexOf(one);
      if (at >= 0) return { secret, at };
    }
  }
  return null;
}

/** Returns what to do about a secret that cannot become a reference where it is. The sentence never contains the secret. */
export function howToKeep({ name, environment }: KnownSecret): string {
  return name === null
    ? `it contains a password, header or cookie of the access data of the environment "${environment}". Keep it there as a secret too, and write {secret.NAME} as the value of a step.`
    : `it holds the secret "${name}" of the environment "${environment}". Write {secret.${name}} as the value of a step; nowhere else is a secret allowed.`;
}

const longestFirst = (known: readonly KnownSecret[]): KnownSecret[] =>
  known.toSorted((a, b) => b.value.length - a.value.length || Number(a.name === null) - Number(b.name === null));

function outsideReferences(
  text: string,
  change: (part: string) => string,
  kept: (reference: string) => string = (reference) => reference,
): string {
  return text
    .split(REFERENCE)
    .map((part, at) => (at % 2 === 1 ? kept(part) : change(part)))
    .join("");
}
