// One attempt: its steps on a timeline, and the evidence of the selected step.
import { useNavigate } from "@tanstack/react-router";
import { Wrench } from "lucide-react";
import type { AppTimeline } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { callTool } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { useCommands } from "../../lib/commands.tsx";
import { formatDuration, plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useUrlState } from "../../lib/urlState.ts";
import styles from "./FeatureRun.module.css";
import { StepView } from "./StepView.tsx";
import { shownStep, spansOf, stepLook, troubles } from "./timeline.ts";

type Props = { timeline: AppTimeline; project: string };

export function Attempt({ timeline, project }: Props) {
  const { steps, attempt, tracking } = timeline;
  const [state, setState] = useUrlState({ step: -1 });
  const at = shownStep(steps, state.step);
  const step = steps[at];
  const spans = spansOf(steps);
  const go = (to: number) => setState({ step: Math.min(Math.max(0, to), steps.length - 1) });
  useCommands([
    { id: "step-next", title: "Next step", group: "Run", keys: "n", keysOnly: true, held: true, run: () => go(at + 1) },
    {
      id: "step-back",
      title: "Previous step",
      group: "Run",
      keys: "p",
      keysOnly: true,
      held: true,
      run: () => go(at - 1),
    },
  ]);
  return (
    <>
      {attempt?.error && (
        <p className={styles.error} role="alert">
          {attempt.error.message}
        </p>
      )}
      {attempt?.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      <Card flush>
        <ol className={styles.steps} aria-label="Steps">
          {steps.map((one, index) => (
            <li key={one.index}>
              <button
                type="button"
                className={styles.step}
                aria-current={index === at ? "step" : undefined}
                onClick={() => go(index)}
              >
                <Status {...stepLook(one.status)} />
                <span className={styles.sentence}>
                  <b>{one.keyword.trim()}</b> {one.text}
                  <Marks step={one} />
                </span>
                <span className={styles.took}>{formatDuration(one.duration)}</span>
                <span className={styles.line} aria-hidden="true">
                  <span
                    data-status={one.status}
                    style={{ left: `${spans[index]?.left ?? 0}%`, width: `${spans[index]?.width ?? 0}%` }}
                  />
                </span>
              </button>
            </li>
          ))}
        </ol>
      </Card>
      {step && <StepView step={step} heal={<Heal timeline={timeline} project={project} step={step} />} />}
      {tracking.length > 0 && (
        <Card title="Tracking plan">
          <ul className={styles.rows}>
            {tracking.map(({ planEventId, label, eventType, status, violations, step: own }) => (
              <li key={`${planEventId} ${own}`}>
                <Status status={status === "pass" ? "passed" : "failed"} /> {label}{" "}
                <span className="quiet">
                  {eventType}, step {own + 1}
                </span>
                {violations.map((violation) => (
                  <p key={violation} className={styles.error}>
                    {violation}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Marks({ step }: { step: AppTimeline["steps"][number] }) {
  const trouble = troubles(step);
  return (
    <span className={styles.marks}>
      {step.drift && <Status status="warning" word="Drift" />}
      {trouble > 0 && <Status status="warning" word={plural(trouble, "error")} />}
      {step.events.length > 0 && <span className="quiet">{plural(step.events.length, "event")}</span>}
    </span>
  );
}

type Healed = { status: string; healId: string | null; message: string };

/** Only a step that found no element can be healed; if healing is not possible, the service returns the reason. */
function Heal({ timeline, project, step }: Props & { step: AppTimeline["steps"][number] }) {
  const { write } = useMay();
  const navigate = useNavigate();
  const { runId, shown } = timeline;
  const heal = useSend({
    mutationFn: async () =>
      (
        await callTool<Healed>("frt_heal_step_def", {
          project,
          runId,
          featureId: shown?.featureId,
          scenario: shown?.name,
          confirm: true,
          browser: shown?.browser,
          viewport: shown?.viewport,
        })
      ).data,
    stale: "heal",
    onSuccess: ({ status, healId, message }) => {
      if (status === "proposed" && healId)
        void navigate({ to: paths.functional(project), search: { tab: "heals", heal: healId } } as never);
      else toast.say(message);
    },
    onError: toast.failed,
  });
  if (!write || timeline.status === "running" || step.status !== "failed" || step.stepDefId === null) return null;
  return (
    <Button size="small" busy={heal.isPending} onClick={() => heal.mutate()}>
      <Wrench size={13} aria-hidden="true" /> {heal.isPending ? "Looking for the element…" : "Propose a fix"}
    </Button>
  );
}
