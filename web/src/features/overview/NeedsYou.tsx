// What needs attention, most urgent first, each with its action.
import type { AppOverview } from "../../../../api/endpoints/answers/app/projects.ts";
import { CallAction } from "../../components/CallAction.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { EmptyState } from "../../components/States.tsx";
import { paths } from "../../lib/paths.ts";
import styles from "./NeedsYou.module.css";

type Step = AppOverview["needsYou"][number];

export function NeedsYou({ overview: { needsYou, waiting }, project }: { overview: AppOverview; project: string }) {
  const { sentence } = waiting.review;
  // Pending reviews are one step, however many problems they cause.
  const steps = sentence === null ? needsYou : needsYou.filter(({ code }) => code !== "visual_failures");
  return (
    <Card title="Needs you">
      {steps.length === 0 && waiting.heals === 0 && sentence === null && (
        <EmptyState title="Nothing needs your attention" text="No changes to review, and nothing is blocked." />
      )}
      <ul className={styles.steps}>
        {sentence !== null && (
          <li className={styles.step}>
            <div>
              <h3>Review {sentence}</h3>
              <p>Nobody has reviewed them yet. A decision holds until the screenshot shows another difference.</p>
            </div>
            <ButtonLink kind="primary" to={paths.visual(project)}>
              Review
            </ButtonLink>
          </li>
        )}
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
        {steps.map((step) => (
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
      <CallAction call={step.action} project={project} />
    </li>
  );
}
