// What asks for a person, the most urgent first, each with its action.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AppOverview } from "../../../../api/endpoints/answers/app/projects.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState } from "../../components/States.tsx";
import { useToast } from "../../components/Toast.tsx";
import { callTool } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { staleRuns } from "../../lib/runs.ts";
import { useMay } from "../../lib/session.ts";
import { AUDIT_SCREENS } from "../../lib/words.ts";
import styles from "./NeedsYou.module.css";

type Step = AppOverview["needsYou"][number];

export function NeedsYou({ overview: { needsYou, waiting }, project }: { overview: AppOverview; project: string }) {
  return (
    <Card title="Needs you">
      {needsYou.length === 0 && waiting.heals === 0 && (
        <EmptyState title="Nothing needs your attention" text="No changes to review, and nothing is blocked." />
      )}
      <ul className={styles.steps}>
        {waiting.heals > 0 && (
          <li className={styles.step}>
            <div>
              <h3>Review healed steps</h3>
              <p>Proposed fixes of functional steps that need review: {waiting.heals}.</p>
            </div>
            <ButtonLink to={paths.functional(project)} search={{ tab: "heals" }}>
              Review
            </ButtonLink>
          </li>
        )}
        {needsYou.map((step) => (
          <StepRow key={step.code + step.title} step={step} project={project} />
        ))}
      </ul>
    </Card>
  );
}

function StepRow({ step, project }: { step: Step; project: string }) {
  return (
    <li className={styles.step}>
      <div>
        <h3>{step.title}</h3>
        <p>{step.why}</p>
        {step.gain.sentence && <p className={styles.gain}>{step.gain.sentence}</p>}
      </div>
      <Action step={step} project={project} />
    </li>
  );
}

/** Tools that read lead to the screen that shows the same; those that change something are called. */
function Action({ step: { action }, project }: { step: Step; project: string }) {
  const { write } = useMay();
  const toast = useToast();
  const queries = useQueryClient();
  const call = useMutation({
    mutationFn: () => callTool(action.tool, { ...action.args, confirm: true }),
    onSuccess: ({ summary }) => {
      toast.say(summary);
      void staleRuns(queries);
    },
    onError: toast.failed,
  });
  if (!action.needsConfirm) return <ButtonLink to={screenOf(project, action)}>Open</ButtonLink>;
  if (!write) return null;
  return (
    <Button busy={call.isPending} onClick={() => call.mutate()} title={action.label}>
      Apply
    </Button>
  );
}

function screenOf(project: string, { tool, args }: Step["action"]): string {
  const { runId, pillar } = args as { runId?: unknown; pillar?: unknown };
  if (typeof runId === "string")
    return tool.includes("failures") ? paths.review(project, runId) : paths.run(project, runId);
  const named = AUDIT_SCREENS.find(({ name }) => name === pillar || tool.includes(name));
  if (named) return paths.audits(project, named.name);
  if (tool.startsWith("tracking")) return paths.tracking(project);
  if (tool.startsWith("frt") || tool.includes("feature")) return paths.functional(project);
  if (tool.includes("setup") || tool.includes("environment")) return paths.setup(project);
  if (tool.includes("scenario")) return paths.settings(project, "scenarios");
  return paths.runs(project);
}
