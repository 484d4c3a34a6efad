// What a run found, read once it is known; what people decide about it is read again.
import { useQuery } from "@tanstack/react-query";
import { get } from "./api.ts";
import { pollInterval } from "./live.ts";

/** Answers "problem", "review" and "finding" too: decisions about them change what is open. */
const KINDS = ["problem", "run", "review", "finding"] as const;

export function useOutcome(runId: string, { limit, running }: { limit?: number; running: boolean }) {
  return useQuery({
    queryKey: ["outcome", ...KINDS, runId, limit ?? null, running],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}/outcome", { params: { runId }, signal, query: { limit } }),
    refetchInterval: pollInterval(running),
  });
}
