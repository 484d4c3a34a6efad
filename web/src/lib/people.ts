// What somebody is called who did something. Pure.

import type { AnswerAt } from "../../../api/endpoints/typedPath.ts";
import { capital } from "../../../domain/text.ts";
import { actorOf, displayName, localPart } from "../../../domain/words/people.ts";
import { formatExact } from "./format.ts";

export type Member = AnswerAt<"GET", "/api/app/members">["members"][number];

const KIND_WORDS = { key: "Key", schedule: "Schedule" } as const;

/** A person by name, a key and a schedule as what they are. */
export function nameOf(who: string, members: readonly Pick<Member, "email" | "name">[]): string {
  const actor = actorOf(who);
  if (actor.kind === "other") return withoutId(actor.name);
  if (actor.kind !== "person") return `${KIND_WORDS[actor.kind]} ${actor.name}`;
  const member = members.find(({ email }) => email === actor.email);
  return member ? displayName(member) : localPart(actor.email);
}

/** A sentence of the service as the person reads it: names for the addresses of members, times in their own time zone. */
export const readable = (sentence: string, members: Parameters<typeof nameOf>[1]): string =>
  sentence
    .replace(/[^\s,;:()]+@[^\s,;:()]*\w/g, (email) =>
      members.some((member) => member.email === email) ? nameOf(email, members) : email,
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, formatExact);

/** "Proof", "Full audit (Visual)": work that starts other work is written down with its id, which is no name. */
function withoutId(name: string): string {
  const [, what, more = ""] = /^the (.+?) (?:job|run)_[\w-]+( \(.+\))?$/s.exec(name) ?? [];
  return what ? `${capital(what)}${more}` : name;
}
