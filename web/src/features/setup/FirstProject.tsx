// Creates the first project in one flow: address, crawl, scenarios with screenshots, baseline, first result.

import { Page } from "../../components/Page.tsx";
import { useUrlState } from "../../lib/urlState.ts";
import { AddressStep } from "./AddressStep.tsx";
import { STEPS, stepOf } from "./flow.ts";
import { ProposalsStep } from "./ProposalsStep.tsx";
import { BaselineStep, ResultStep } from "./RunSteps.tsx";
import styles from "./Setup.module.css";
import { useProposals } from "./useProposals.ts";

export function Screen() {
  // Kept in the address, so that the flow continues after a reload or in another tab.
  const [place, setPlace] = useUrlState({ project: "", job: "", baseline: "", run: "" });
  const proposals = useProposals(place.project, place.job);
  const ended = proposals.data !== undefined && !["queued", "running"].includes(proposals.data.crawl.status);
  const step = stepOf(place, ended);
  const go = (change: Partial<typeof place>) => setPlace(change, { push: true });
  return (
    <Page title="New project" text="From an address to the first result, in a few minutes.">
      <ol className={styles.steps} aria-label="Steps">
        {STEPS.map((name, at) => (
          <li key={name} aria-current={at === step ? "step" : undefined} data-done={at < step || undefined}>
            <span aria-hidden="true">{at < step ? "✓" : at + 1}</span> {name}
            {at < step && <span className="sr-only"> (done)</span>}
          </li>
        ))}
      </ol>
      {step === 0 && <AddressStep onMade={(project, job) => go({ project, job })} />}
      {(step === 1 || step === 2) && (
        <ProposalsStep
          project={place.project}
          job={place.job}
          query={proposals}
          onJob={(job) => go({ job })}
          onChosen={(baseline) => go({ baseline })}
        />
      )}
      {step === 3 && <BaselineStep project={place.project} runId={place.baseline} onStarted={(run) => go({ run })} />}
      {step === 4 && <ResultStep project={place.project} runId={place.run} />}
    </Page>
  );
}
