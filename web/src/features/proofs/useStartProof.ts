// Starts the proof of a ticket and opens it.
import { useNavigate } from "@tanstack/react-router";
import type { BodyAt } from "../../../../api/endpoints/typedPath.ts";
import { post } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { paths } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { useScope } from "../../lib/urlState.ts";

const PATH = "/api/app/projects/{slug}/proofs";

export function useStartProof(project: string, onError?: (error: Error) => void) {
  const { environment } = useScope();
  const navigate = useNavigate();
  return useSend({
    mutationFn: (wanted: BodyAt<"POST", typeof PATH>) =>
      post(PATH, { params: { slug: project }, body: { ...wanted, ...(environment ? { environment } : {}) } }),
    stale: "proofs",
    onSuccess: ({ jobId, joined, warnings }) => {
      if (joined) toast.say("This ticket is already being proven.");
      for (const warning of warnings.slice(0, 3)) toast.say(warning);
      void navigate({ to: paths.proof(project, jobId) } as never);
    },
    onError,
  });
}
