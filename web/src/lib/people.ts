// Names of whoever did something. Pure functions.

import type { AnswerAt } from "../../../api/endpoints/typedPath.ts";
import { capital } from "../../../domain/text.ts";
import { actorOf, displayName, localPart } from "../../../domain/words/people.ts";
import { formatExact } from "./format.ts";

export type Member = AnswerAt<"GET", "/api/app/members">["members"][number];

const KIND_WORDS = { key: "Key", schedule: "Schedule" } as const;

/** Returns a person's name; API keys and schedules are described as such. */
export function nameOf(who: string, members: readonly Pick<Member, "email" | "name">[]): string {
  const actor = actorOf(who);
  if (actor.kind === "other") return withoutId(actor.name);
  if (actor.kind !== "person") return `${KIND_WORDS[actor.kind]} ${actor.name}`;
  const member = members.find(({ email }) => email === actor.email);
  return member ? displayName(member) : localPart(actor.email);
}

/** Options to assign somebody; a former member who is still assigned stays listed. */
export function peopleOptions(
  members: readonly Pick<Member, "email" | "name" | "you">[],
  assignee: string | null = null,
): { value: string; label: string }[] {
  const known = members.map(({ email, you }) => {
    const name = nameOf(email, members);
    return { value: email, label: you ? `${name} (you)` : name };
  });
  const left = assignee !== null && !members.some(({ email }) => email === assignee);
  return left ? [...known, { value: assignee, label: nameOf(assignee, members) }] : known;
}

/** Replaces members' addresses in a sentence of the service with names, and times with local times. */
export const readable = (sentence: string, members: Parameters<typeof nameOf>[1]): string =>
  sentence
    .replace(/[^\s,;:()]+@[^\s,;:()]*\w/g, (email) =>
      members.some((member) => member.email === email) ? nameOf(email, members) : email,
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, formatExact);

/** Returns "Proof" or "Full audit (Visual)": the name of a starting job is stored with its id, which is not readable. */
function withoutId(name: string): string {
  const [, what, more = ""] = /^the (.+?) (?:job|run)_[\w-]+( \(.+\))?$/s.exec(name) ?? [];
  return what ? `${capital(what)}${more}` : name;
}
