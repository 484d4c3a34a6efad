// Starts a recording: its subject and its first page.
import { useState } from "react";
import { TextField } from "../../components/Field.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { callTool } from "../../lib/api.ts";
import { useSave } from "../../lib/change.ts";
import { useScope } from "../../lib/urlState.ts";

type Props = { project: string; onClose: () => void; onStarted: (recordingId: string) => void };

export function StartRecording({ project, onClose, onStarted }: Props) {
  const [goal, setGoal] = useState("");
  const [startPath, setStartPath] = useState("/");
  const { environment } = useScope();
  const start = useSave(
    () =>
      callTool<{ recordingId: string }>("agent_start_recording", {
        project,
        goal: goal.trim(),
        startPath: startPath.trim() || "/",
        confirm: true,
        ...(environment ? { environment } : {}),
      }),
    { stale: "recordings", onSaved: ({ data }) => onStarted(data.recordingId) },
  );
  return (
    <FormDialog
      title="Start a recording"
      verb={start.isPending ? "Opening the page…" : "Start"}
      save={start}
      complete={goal.trim() !== ""}
      onClose={onClose}
    >
      <TextField
        label="Actions, and the expected result"
        required
        maxLength={500}
        value={goal}
        onChange={setGoal}
        placeholder="A visitor puts a product into the cart"
      />
      <TextField label="Start page" value={startPath} maxLength={2_000} onChange={setStartPath} />
    </FormDialog>
  );
}
