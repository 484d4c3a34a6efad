// Selects scenarios from the crawl: proposals with screenshots, and all other pages that were found.
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { AppProposals } from "../../../../api/endpoints/answers/app/setup.ts";
import { Button } from "../../components/Button.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { Status } from "../../components/Status.tsx";
import { post } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { useSend } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { AllPages } from "./AllPages.tsx";
import { type Chosen, choose, leaveOut, MAX_CHOSEN, scenariosOf } from "./chosen.ts";
import { firstChoice, type Proposal, pathOf } from "./flow.ts";
import styles from "./Setup.module.css";

type ChooseProps = {
  project: string;
  data: AppProposals;
  /** Other actions of the step. */
  actions: ReactNode;
  onChosen: (baselineRunId: string) => void;
};

export function Choose({
  project,
  data: { crawl, proposals, warnings, covered, left },
  actions,
  onChosen,
}: ChooseProps) {
  const [chosen, setChosen] = useState<Chosen>(() => choose(new Map(), firstChoice(proposals)));
  const navigate = useNavigate();
  const make = useSend({
    mutationFn: () =>
      post("/api/app/projects/{slug}/setup/scenarios", {
        params: { slug: project },
        body: {
          scenarios: scenariosOf(chosen).map(({ label, url, viewports }) => ({ label, url, viewports })),
          baseline: true,
        },
      }),
    onSuccess: ({ created, skipped, baselineRunId, problem }) => {
      toast.say(`${plural(created.length, "scenario")} created.`);
      for (const { label, reason } of skipped.slice(0, 3)) toast.say(`${label}: ${reason}`);
      if (problem) toast.failed(problem);
      if (baselineRunId) onChosen(baselineRunId);
      // The scenarios exist, but their baseline was not started: the set-up page says why and can capture it.
      else void navigate({ to: paths.setup(project) } as never);
    },
  });
  const all = proposals.every(({ url }) => chosen.has(url));
  const toggle = (page: Proposal) =>
    setChosen((before) => (before.has(page.url) ? leaveOut(before, [page]) : choose(before, [page])));
  return (
    <>
      <div className={styles.bar}>
        <p>
          <strong>{plural(chosen.size, "scenario")} chosen.</strong>{" "}
          {chosen.size === MAX_CHOSEN && `At most ${MAX_CHOSEN} pages at a time. `}
          {covered > 0 && `${plural(covered, "template")} already covered. `}
          {left > 0 && `${plural(left, "more template")} in the list of all pages.`}
        </p>
        <div className="row">
          {actions}
          {proposals.length > 0 && (
            <Button
              onClick={() => setChosen((before) => (all ? leaveOut(before, proposals) : choose(before, proposals)))}
            >
              {all ? "Deselect all" : "Choose all proposed"}
            </Button>
          )}
          <Button kind="primary" busy={make.isPending} disabled={chosen.size === 0} onClick={() => make.mutate()}>
            Create scenarios and capture the baseline
          </Button>
        </div>
      </div>
      <SaveProblem error={make.error} />
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Status status="warning" /> <span>{warning}</span>
        </p>
      ))}
      {proposals.length > 0 ? (
        <ul className={styles.proposals} aria-label="Proposed scenarios">
          {proposals.map((one) => (
            <Proposed key={one.url} proposal={one} chosen={chosen.has(one.url)} onToggle={() => toggle(one)} />
          ))}
        </ul>
      ) : (
        <p>Every page template already has a scenario. You can choose more pages.</p>
      )}
      <AllPages project={project} job={crawl.jobId} proposals={proposals} chosen={chosen} onChosen={setChosen} />
    </>
  );
}

type ProposedProps = { proposal: Proposal; chosen: boolean; onToggle: () => void };

function Proposed({ proposal: { label, url, why, viewports, thumbnail }, chosen, onToggle }: ProposedProps) {
  const [picture, setPicture] = useState<"waits" | "there" | "none">("waits");
  return (
    <li>
      <label className={styles.proposal} data-chosen={chosen || undefined}>
        <span className={styles.thumb} data-waits={picture === "waits" || undefined}>
          {picture === "none" ? (
            <span className="remark">No screenshot</span>
          ) : (
            <img
              src={serviceUrl(thumbnail)}
              alt=""
              loading="lazy"
              onLoad={() => setPicture("there")}
              onError={() => setPicture("none")}
            />
          )}
        </span>
        <span className={styles.caption}>
          <input type="checkbox" checked={chosen} onChange={onToggle} />
          <span className={styles.words}>
            <strong>{label}</strong>
            <code>{pathOf(url)}</code>
            <span className="remark">{why}</span>
            <span className={styles.viewports}>{viewports.join(", ")}</span>
          </span>
        </span>
      </label>
    </li>
  );
}
