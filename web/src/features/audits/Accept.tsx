// Accepts findings with a reason until a date, and reverts that.
import type { AppFinding } from "../../../../api/endpoints/answers/app/findings.ts";
import { AcceptDialog as Accept } from "../../components/ProblemDialogs.tsx";
import { post } from "../../lib/api.ts";
import { useSend, useUnseen } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";

/** Preset end of an acceptance. */
export const ACCEPT_DAYS = 30;
/** Maximum number of findings accepted in one call. */
const MAX_FINDINGS = 100;

const STALE = ["finding", "run"];

type Accepting = { reason: string; until: string; fingerprints: readonly string[]; replaces?: readonly string[] };

/** Accepts findings and reverts acceptances; each shows one message with its undo. `runId`: the run that shows the findings. */
export function useAcceptances(project: string, runId: string) {
  const accept = useSend({
    mutationFn: (body: Accepting) =>
      post("/api/app/projects/{slug}/findings/accept", { params: { slug: project }, body: { runId, ...body } }),
    stale: STALE,
    onSuccess: ({ accepted, refused }, { reason, until }) => {
      const fingerprints = accepted.map(({ fingerprint }) => fingerprint);
      if (fingerprints.length > 0)
        toast.say(`${plural(fingerprints.length, "finding")} accepted.`, () =>
          unaccept.mutate({ fingerprints, reason, until }),
        );
      for (const { message } of refused.slice(0, 3)) toast.failed(message);
    },
  });
  /** `reason` and `until` of the reverted acceptance, which an undo restores. */
  const unaccept = useSend({
    mutationFn: ({ fingerprints }: Accepting) =>
      post("/api/app/projects/{slug}/findings/unaccept", { params: { slug: project }, body: { fingerprints, runId } }),
    stale: STALE,
    onSuccess: (_, before) =>
      toast.say("The finding counts again.", () => void accept.mutateAsync(before).catch(toast.failed)),
    onError: toast.failed,
  });
  return { accept, unaccept };
}

type Props = { findings: readonly AppFinding[]; runId: string; project: string; onClose: () => void };

export function AcceptDialog({ findings, runId, project, onClose }: Props) {
  const { accept } = useAcceptances(project, runId);
  const unseen = useUnseen();
  const chosen = findings.slice(0, MAX_FINDINGS);
  const fingerprints = chosen.map(({ fingerprint }) => fingerprint);
  const replaces = chosen.flatMap(({ acceptance }) => (acceptance ? [acceptance.id] : []));
  return (
    <Accept
      title={`Accept ${plural(chosen.length, "finding")}`}
      days={ACCEPT_DAYS}
      isPending={accept.isPending}
      error={accept.error}
      onClose={onClose}
      onAccept={({ reason, until }) =>
        accept
          .mutateAsync(
            { reason, until: until ?? "", fingerprints, ...(replaces.length > 0 ? { replaces } : {}) },
            { onSuccess: onClose },
          )
          .catch(unseen)
      }
    >
      <p>Accepted findings stay in reports. Verdicts, gates and scores ignore them until this date.</p>
    </Accept>
  );
}
