// Runs as screens show them.
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AppRunRow } from "../../../api/endpoints/answers/app/shared.ts";
import { get, post } from "./api.ts";
import { paths } from "./paths.ts";
import type { StartInput } from "./starts.ts";

export type RunRow = AppRunRow;

/** What stands in a run's `Status`: how it goes while it runs, its verdict afterwards. */
export function statusOf({ conclusion, cancelledBy, startingPoint }: RunRow): { status: string; word?: string } {
  if (conclusion === null) return { status: "running" };
  if (cancelledBy) return { status: "cancelled" };
  return verdictOf({ conclusion, startingPoint });
}

/** Of a run that has ended: what the first of its kind found is no judgement. */
export const verdictOf = ({
  conclusion,
  startingPoint,
}: {
  conclusion: string;
  startingPoint: boolean;
}): { status: string; word?: string } =>
  startingPoint && conclusion === "passed" ? { status: "passed", word: "Starting point" } : { status: conclusion };

/** Starts a run; a press that is repeated for want of an answer starts no second one. Rejects with ApiError. */
export function startRun({ kind, feature, ...body }: StartInput): Promise<{ runId: string }> {
  const idempotencyKey = crypto.randomUUID();
  if (!feature) return post(`/api/tests/${kind}`, { body, idempotencyKey });
  const { project, environment, location, browsers, branch, commitSha } = body;
  const run = { projectId: project, environment, location, browsers, branch, commitSha, ...feature };
  return post("/api/frt/run", { body: run, idempotencyKey });
}

/** One run; undefined until it is read, and where it is gone. Screens that show the whole of it share the reading. */
export function useRunRow(project: string, runId: string): RunRow | undefined {
  const { data } = useQuery({
    queryKey: ["run", project, runId],
    queryFn: ({ signal }) => get("/api/app/runs/{runId}", { params: { runId }, signal }),
  });
  return data?.run;
}

export const staleRuns = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes("run") });

export function useStartRun(onStarted: (runId: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: startRun,
    onSuccess: ({ runId }) => {
      void staleRuns(queries);
      onStarted(runId);
    },
  });
}

/** The address of the run's own screen: pictures are judged in the review. */
export const runPath = (project: string, { runId }: Pick<RunRow, "runId">): string => paths.run(project, runId);
