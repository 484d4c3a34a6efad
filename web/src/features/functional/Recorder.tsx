// Continues an open recording: one sentence at a time, on the current page.
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { callTool } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { paths } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./Functional.module.css";
import { useSteps } from "./useSteps.ts";

type Element = { role: string; name: string; label: string | null; visible: boolean };
type Turn = {
  state: "done" | "failed" | "lost";
  message: string | null;
  page: { url: string; title: string; elements: Element[] } | null;
};
type Finished = { feature: { featureId: string } | null };

export function Recorder({ project, recordingId }: { project: string; recordingId: string }) {
  const [sentence, setSentence] = useState("");
  const navigate = useNavigate();
  const steps = useSteps(project);
  const list = useId();
  const turn = useSend({
    mutationFn: async (said: Record<string, string>) =>
      (await callTool<Turn>("agent_recording_turn", { project, recordingId, ...said })).data,
    stale: "recordings",
    onSuccess: ({ state }) => {
      if (state === "done") setSentence("");
    },
  });
  const finish = useSend({
    mutationFn: async (discard: boolean) =>
      (
        await callTool<Finished>("agent_finish_recording", {
          project,
          recordingId,
          confirm: true,
          ...(discard ? { discard } : {}),
        })
      ).data,
    stale: ["recordings", "feature"],
    onSuccess: ({ feature }) => {
      if (feature) void navigate({ to: paths.feature(project, feature.featureId) as "/" });
      else toast.say("The recording was discarded.");
    },
    onError: toast.failed,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sentence.trim()) turn.mutate({ sentence: sentence.trim() });
  };
  const busy = turn.isPending || finish.isPending;
  const refused = turn.error?.message ?? (turn.data && turn.data.state !== "done" ? turn.data.message : null);
  return (
    <>
      <form className={styles.turn} onSubmit={submit}>
        <div className={styles.find}>
          <TextField
            label="Next step"
            value={sentence}
            maxLength={1_000}
            list={list}
            onChange={setSentence}
            placeholder={'I click the "Add to cart" button'}
            {...(refused ? { error: refused } : {})}
          />
          <datalist id={list}>
            {(steps.data?.steps ?? []).map(({ id, examples, pattern }) => (
              <option key={id} value={examples[0] ?? pattern} />
            ))}
          </datalist>
        </div>
        <div className={styles.actions}>
          <Button kind="primary" type="submit" busy={turn.isPending} disabled={!sentence.trim() || busy}>
            Run step
          </Button>
          <Button busy={finish.isPending} disabled={busy} onClick={() => finish.mutate(false)}>
            Save as a feature
          </Button>
          <Button kind="ghost" disabled={busy} onClick={() => finish.mutate(true)}>
            Discard
          </Button>
        </div>
      </form>
      {turn.data?.page && <PageNow page={turn.data.page} busy={busy} onDo={(said) => turn.mutate(said)} />}
    </>
  );
}

type PageProps = {
  page: NonNullable<Turn["page"]>;
  busy: boolean;
  onDo: (said: Record<string, string>) => void;
};

const CLICKED = new Set(["button", "link", "checkbox", "radio", "tab", "menuitem", "switch"]);

/** Controls of the current page: a press either clicks a control or asserts that it is visible. */
function PageNow({ page: { url, title, elements }, busy, onDo }: PageProps) {
  const shown = elements.filter(({ visible, name, label }) => visible && (name || label)).slice(0, 30);
  return (
    <section aria-label="Current page">
      <p className={styles.quiet}>
        {title} · {url}
      </p>
      <ul className={styles.controls}>
        {shown.map(({ role, name, label }, at) => {
          const called = label ?? name;
          const said = { role, name: called };
          return (
            <li key={`${at} ${called}`}>
              <span>
                {role} <q>{called}</q>
              </span>
              {CLICKED.has(role) && (
                <Button size="small" disabled={busy} onClick={() => onDo({ ...said, action: "click" })}>
                  Click<span className="sr-only"> {called}</span>
                </Button>
              )}
              <Button size="small" kind="ghost" disabled={busy} onClick={() => onDo({ ...said, action: "see" })}>
                Expect<span className="sr-only"> {called}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
