// The members of the organisation: names for the addresses that answers hold.
import { useQuery } from "@tanstack/react-query";
import type { AnswerAt } from "../../../api/endpoints/typedPath.ts";
import { actorOf, displayName, localPart } from "../../../domain/people/person.ts";
import { get } from "./api.ts";

export type Member = AnswerAt<"GET", "/api/app/members">["members"][number];
type Known = Pick<Member, "email" | "name">;

const NONE: readonly Member[] = [];
/** Names change rarely: one reading serves all screens. */
const FRESH_MS = 5 * 60_000;

/** Everybody in the organisation; nobody until they are read. */
export function useMembers(): readonly Member[] {
  const members = useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => get("/api/app/members", { signal }),
    staleTime: FRESH_MS,
  });
  return members.data?.members ?? NONE;
}

/** What somebody is called: a person by name, a key and a schedule as what they are. */
export function nameOf(who: string, members: readonly Known[]): string {
  const actor = actorOf(who);
  if (actor.kind !== "person") return actor.kind === "other" ? actor.name : `${KIND_WORDS[actor.kind]} ${actor.name}`;
  const member = members.find(({ email }) => email === actor.email);
  return member ? displayName(member) : localPart(actor.email);
}

const KIND_WORDS = { key: "Key", schedule: "Schedule" } as const;
