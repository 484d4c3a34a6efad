// Queries, titles and actions for runs.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { AppRunRow } from "../../../api/endpoints/answers/app/shared.ts";
import { get, post } from "./api.ts";
import { useSend } from "./change.ts";
import { pollInterval } from "./live.ts";
import { paths } from "./paths.ts";
import { sendOnce } from "./sendOnce.ts";
import type { StartInput } from "./starts.ts";
import { toast } from "./toast.ts";

export type RunRow = AppRunRow;

/** Returns the props of `Status` for a run: its progress while it is running, then its verdict. */
export function statusOf({ conclusion, cancelledBy, startingPoint }: RunRow): { status: string; word?: string } {
  if (conclusion === null) return { status: "running" };
  if (cancelledBy) return { status: "cancelled" };
  return verdictOf({ conclusion, startingPoint });
}

/** Verdict of a finished run. The findings of the first run of its kind are not a regression. */
export const verdictOf = ({
  conclusion,
  startingPoint,
}: {
  conclusion: string;
  startingPoint: boolean;
}): { status: string; word?: string } =>
  startingPoint && conclusion === "passed" ? { status: "passed", word: "Starting point" } : { status: conclusion };

/** Starts a run. Rejects with ApiError. */
export const startRun = (start: StartInput): Promise<{ runId: string }> =>
  sendOnce(start, (idempotencyKey) => {
    const { kind, feature, ...body } = start;
    if (!feature) return post(`/api/tests/${kind}`, { body, idempotencyKey });
    const { project, environment, location, browsers, branch, commitSha } = body;
    const run = { projectId: project, environment, location, browsers, branch, commitSha, ...feature };
    return post("/api/frt/run", { body: run, idempotencyKey });
  });

/** Reads one run with what it found, until it has ended. */
export const useRun = (project: string, runId: string) =>
  useQuery({
    queryKey: ["run", project, runId],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}", { params: { runId }, signal }),
    refetchInterval: ({ state }) => pollInterval(state, ({ run }) => run.status === "running"),
  });

/** `onStarted`: opens the run if omitted. */
export function useStartRun(onStarted?: (runId: string) => void, onError: (error: Error) => void = toast.failed) {
  const navigate = useNavigate();
  return useSend({
    mutationFn: startRun,
    stale: "run",
    onSuccess: ({ runId }, { project }) => {
      if (onStarted) onStarted(runId);
      else void navigate({ to: paths.run(project, runId) } as never);
    },
    onError,
  });
}
