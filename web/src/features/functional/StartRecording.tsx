// Starts a recording: its subject and its first page.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextField } from "../../components/Field.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { callTool } from "../../lib/api.ts";
import { useScope } from "../../lib/urlState.ts";
import styles from "./Functional.module.css";

type Props = { project: string; onClose: () => void; onStarted: (recordingId: string) => void };

export function StartRecording({ project, onClose, onStarted }: Props) {
  const [goal, setGoal] = useState("");
  const [startPath, setStartPath] = useState("/");
  const { environment } = useScope();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: async () =>
      (
        await callTool<{ recordingId: string }>("agent_start_recording", {
          project,
          goal: goal.trim(),
          startPath: startPath.trim() || "/",
          confirm: true,
          ...(environment ? { environment } : {}),
        })
      ).data,
    onSuccess: ({ recordingId }) => {
      void queries.invalidateQueries({ queryKey: ["recordings"] });
      onStarted(recordingId);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <Dialog title="Start a recording" open onOpenChange={(open) => !open && onClose()}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Actions, and the expected result"
          required
          maxLength={500}
          value={goal}
          onChange={setGoal}
          placeholder="A visitor puts a product into the cart"
        />
        <TextField label="Start page" value={startPath} maxLength={2_000} onChange={setStartPath} />
        <SaveProblem error={start.error} />
        <Button kind="primary" type="submit" busy={start.isPending} disabled={!goal.trim()}>
          {start.isPending ? "Opening the page…" : "Start"}
        </Button>
      </form>
    </Dialog>
  );
}
