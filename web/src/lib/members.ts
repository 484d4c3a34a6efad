// The members of the organisation: names for the addresses that answers hold.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import type { Member } from "./people.ts";

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
