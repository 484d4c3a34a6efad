// Runs one feature, or all of the project, and opens the run.
import { useNavigate } from "@tanstack/react-router";
import { paths } from "../../lib/paths.ts";
import { useStartRun } from "../../lib/runs.ts";
import { useScope } from "../../lib/urlState.ts";

export function useRunFeatures(project: string) {
  const navigate = useNavigate();
  const { environment } = useScope();
  const start = useStartRun((runId) => void navigate({ to: paths.featureRun(project, runId) as "/" }));
  const run = (featureId?: string) =>
    start
      .mutateAsync({ kind: "functional", project, environment, ...(featureId && { feature: { featureId } }) })
      .catch(() => undefined);
  return { run, isPending: start.isPending };
}
