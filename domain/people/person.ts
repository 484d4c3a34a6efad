// How people are called: their names, and what stands in their place where somebody who is no member did something.

/** Who did something, as the service writes it down: a person by the e-mail address, or a key, a schedule, an operator. */
export type Actor =
  | { kind: "person"; email: string }
  | { kind: "key" | "schedule"; name: string }
  | { kind: "other"; name: string };

export function actorOf(who: string): Actor {
  const [, kind, name = ""] = /^(key|schedule) (.+)$/s.exec(who) ?? [];
  if (kind === "key" || kind === "schedule") return { kind, name };
  return /^\S+@\S+$/.test(who) ? { kind: "person", email: who } : { kind: "other", name: who };
}

/** "ada" of "ada@shop.example". */
export const localPart = (email: string): string => email.replace(/(?!^)@.*$/s, "");

/** The person's name; the part before the @ where they gave none. */
export const displayName = ({ name, email }: { name?: string; email: string }): string =>
  name?.trim() && name.trim() !== email ? name.trim() : localPart(email);

/** "AL" of "Ada Lovelace", "AD" of "ada@shop.example". */
export function initialsOf(name: string): string {
  const [first = "", ...others] = localPart(name)
    .split(/[\s._-]+/)
    .filter(Boolean);
  const last = others.at(-1);
  const [a = "", b = ""] = [...first];
  return (last ? a + ([...last][0] ?? "") : a + b).toUpperCase();
}

/** From 0 to 359: of one name always the same. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}
