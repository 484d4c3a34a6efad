// Runs one feature and opens its run.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { post } from "../../lib/api.ts";
import { newKey } from "../../lib/drafts.ts";
import { paths } from "../../lib/paths.ts";
import { staleRuns } from "../../lib/runs.ts";
import { toast } from "../../lib/toast.ts";
import { useScope } from "../../lib/urlState.ts";

export function useRunFeature(project: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { environment } = useScope();
  return useMutation({
    mutationFn: (featureId: string) =>
      post("/api/frt/run", {
        body: { projectId: project, featureId, ...(environment ? { environment } : {}) },
        idempotencyKey: newKey(),
      }),
    onSuccess: ({ runId }) => {
      void staleRuns(queries);
      void navigate({ to: paths.featureRun(project, runId) as "/" });
    },
    onError: toast.failed,
  });
}
