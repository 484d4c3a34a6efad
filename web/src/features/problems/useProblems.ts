// Queries for problems, which refetch when something about a problem changes.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { get } from "../../lib/api.ts";
import type { Problem } from "../../lib/problems.ts";
import { type Filter, queryOf } from "./model.ts";

const PAGE = 50;
/** Runs, reviews and acceptances change problems too. */
const KINDS = ["problem", "run", "review", "finding"] as const;

export const problemKey = (id: string) => ["one problem", ...KINDS, id];

export function useProblems(project: string, scope: { environment?: string; branch?: string }, filter: Filter) {
  const query = { project, ...scope, ...queryOf(filter) };
  return useInfiniteQuery({
    queryKey: ["problems", ...KINDS, query],
    queryFn: ({ signal, pageParam }) =>
      get("/api/problems", { signal, query: { ...query, limit: PAGE, cursor: pageParam } }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** `known`: the problem from the list, shown until the details have loaded. */
export const useProblem = (project: string, id: string, known: Problem | undefined) =>
  useQuery({
    queryKey: [...problemKey(id), project],
    queryFn: ({ signal }) => get("/api/problems/{id}", { params: { id }, signal, query: { project } }),
    placeholderData: known,
  });
