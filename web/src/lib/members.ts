// The people of the organisation, by whom problems are worked on.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import type { Member } from "./problems.ts";

const NONE: readonly Member[] = [];

export function useMembers(): readonly Member[] {
  const members = useQuery({
    queryKey: ["members"],
    queryFn: ({ signal }) => get("/api/app/members", { signal }),
  });
  return members.data?.members ?? NONE;
}
