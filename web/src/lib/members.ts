// Members of the organisation, to show names for e-mail addresses.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import type { Member } from "./people.ts";

const NONE: readonly Member[] = [];
/** Names change rarely, so one request serves all screens. */
const FRESH_MS = 5 * 60_000;

/** Returns the members of the organisation; an empty list until they are loaded. */
export function useMembers(): readonly Member[] {
  const members = useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => get("/api/app/members", { signal }),
    staleTime: FRESH_MS,
  });
  return members.data?.members ?? NONE;
}
