// What a run found, read once it is known; what people decide about it is read again.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";

/** Decisions change what is open. Not "run": the progress of other runs is no news of one that has ended. */
const KINDS = ["problem", "review", "finding"] as const;
/** While a run goes on each of its screenshots is news, and all of them are read for an answer. */
const RUNNING_MS = 15_000;

export function useOutcome(runId: string, { limit, running }: { limit?: number; running: boolean }) {
  return useQuery({
    queryKey: running ? ["outcome so far", runId, limit ?? null] : ["outcome", ...KINDS, runId, limit ?? null],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/outcome", { params: { runId }, signal, query: { limit } }),
    refetchInterval: running && RUNNING_MS,
  });
}
