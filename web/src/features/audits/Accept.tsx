// Accepting findings with a reason until a date, and taking that back.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { AppAccepted, AppFinding } from "../../../../api/endpoints/answers/app/findings.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextArea, TextField } from "../../components/Field.tsx";
import { useToast } from "../../components/Toast.tsx";
import { ofProject, post } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import styles from "./Audit.module.css";

const DAY_MS = 86_400_000;
const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** How many may be accepted at once. */
const MOST = 100;

const at = (project: string, deed: string): string => ofProject(project, "findings", deed);

function useStaleFindings(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes("finding") || queryKey.includes("run"),
    });
}

export function useUnaccept(project: string) {
  const stale = useStaleFindings();
  const toast = useToast();
  return useMutation({
    mutationFn: (fingerprints: string[]) => post(at(project, "unaccept"), { fingerprints }),
    onSuccess: () => {
      stale();
      toast.say("It counts again.");
    },
    onError: toast.failed,
  });
}

type Props = { findings: readonly AppFinding[]; runId: string; project: string; onClose: () => void };

export function AcceptDialog({ findings, runId, project, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState(dateIn(30));
  const stale = useStaleFindings();
  const toast = useToast();
  const unaccept = useUnaccept(project);
  const chosen = findings.slice(0, MOST);
  const replaces = chosen.flatMap(({ acceptance }) => (acceptance ? [acceptance.id] : []));
  const accept = useMutation({
    mutationFn: () =>
      post<AppAccepted>(at(project, "accept"), {
        ...{ runId, reason, until: new Date(`${until}T23:59:59`).toISOString() },
        fingerprints: chosen.map(({ fingerprint }) => fingerprint),
        ...(replaces.length > 0 ? { replaces } : {}),
      }),
    onSuccess: ({ accepted, refused }) => {
      stale();
      onClose();
      const fingerprints = accepted.map(({ fingerprint }) => fingerprint);
      toast.say(`${plural(accepted.length, "finding")} accepted.`, () => unaccept.mutate(fingerprints));
      for (const { message } of refused.slice(0, 3)) toast.failed(message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  return (
    <Dialog title={`Accept ${plural(chosen.length, "finding")}`} open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <p>Accepted findings stand in reports, and no verdict, gate or score counts them until the date.</p>
        <TextArea
          label="Reason"
          required
          value={reason}
          onChange={setReason}
          placeholder="Why it is as it should be, or who mends it when"
        />
        <TextField
          label="Until"
          type="date"
          required
          min={dateIn(1)}
          max={dateIn(365)}
          value={until}
          onChange={setUntil}
        />
        {accept.error && (
          <p role="alert" className={styles.error}>
            {accept.error.message}
          </p>
        )}
        <Button kind="primary" type="submit" busy={accept.isPending} disabled={!reason.trim()}>
          Accept
        </Button>
      </form>
    </Dialog>
  );
}
