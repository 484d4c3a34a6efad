// Query for what a run found, refetched when people decide about it.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import { againIfAway } from "./away.ts";

/** Decisions change what is open. Not "run", because the progress of other runs does not change a finished one. */
const KINDS = ["problem", "review", "finding"] as const;
/** While a run is in progress, every screenshot changes the result and each response reads all of them. */
const RUNNING_MS = 15_000;

export function useOutcome(runId: string, { limit, running }: { limit?: number; running: boolean }) {
  return useQuery({
    queryKey: running ? ["outcome so far", runId, limit ?? null] : ["outcome", ...KINDS, runId, limit ?? null],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/outcome", { params: { runId }, signal, query: { limit } }),
    refetchInterval: ({ state }) => (running ? RUNNING_MS : againIfAway(state.error)),
  });
}
