// The crawl as it goes on, then what it proposes as scenarios, each with its picture, to choose from.
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AppProposals } from "../../../../api/endpoints/answers/app/setup.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { EmptyState, ErrorState, Loaded } from "../../components/States.tsx";
import { Status } from "../../components/Status.tsx";
import { useToast } from "../../components/Toast.tsx";
import { callTool, post } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { firstChoice, type Proposal, pathOf } from "./flow.ts";
import styles from "./Setup.module.css";

type Props = {
  project: string;
  job: string;
  query: UseQueryResult<AppProposals>;
  onJob: (job: string) => void;
  onChosen: (baselineRunId: string) => void;
};

export function ProposalsStep({ project, query, onJob, onChosen }: Props) {
  const again = <CrawlAgain project={project} onJob={onJob} />;
  if (query.error && !query.data)
    return (
      <ErrorState error={query.error} title="No crawl found">
        {again}
      </ErrorState>
    );
  return (
    <Loaded query={query}>
      {(data) => {
        const { crawl } = data;
        if (crawl.status === "queued" || crawl.status === "running") return <Crawling crawl={crawl} />;
        if (crawl.status !== "completed")
          return (
            <ErrorState error={crawl.error ?? "The crawl was cancelled."} title="The crawl failed">
              {again}
            </ErrorState>
          );
        if (data.proposals.length === 0)
          return (
            <EmptyState
              title={data.covered > 0 ? "Every page has a scenario" : "No page was found"}
              text={
                data.covered > 0
                  ? "Scenarios cover all pages that the crawl found."
                  : (data.warnings[0] ?? "The crawl found no page to test.")
              }
            >
              {data.covered > 0 && <ButtonLink to={paths.overview(project)}>Overview</ButtonLink>}
              {again}
            </EmptyState>
          );
        return <Choose key={crawl.jobId} project={project} data={data} onChosen={onChosen} />;
      }}
    </Loaded>
  );
}

function Crawling({ crawl: { progress, status } }: { crawl: AppProposals["crawl"] }) {
  const words =
    status === "queued"
      ? "Waiting for a worker"
      : progress.done === 0
        ? "Reading the first page"
        : `${plural(progress.done, "page")} read so far`;
  return (
    <Card>
      <div className={styles.progress} role="status">
        <strong>{words}</strong>
        <Progress label="Progress of the crawl" done={progress.done} total={progress.total} />
        <p className={styles.quiet}>You can leave this page and return to it by its address.</p>
      </div>
    </Card>
  );
}

function CrawlAgain({ project, onJob }: { project: string; onJob: (job: string) => void }) {
  const crawl = useMutation({
    mutationFn: () => callTool<{ jobId?: string }>("crawl_site", { project, confirm: true }),
    onSuccess: ({ data }) => onJob(data.jobId ?? ""),
  });
  return (
    <>
      <Button kind="primary" busy={crawl.isPending} onClick={() => crawl.mutate()}>
        Find pages
      </Button>
      {crawl.error && <p role="alert">{crawl.error.message}</p>}
    </>
  );
}

type ChooseProps = { project: string; data: AppProposals; onChosen: (baselineRunId: string) => void };

function Choose({ project, data: { proposals, warnings, covered, left }, onChosen }: ChooseProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => firstChoice(proposals));
  const toast = useToast();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () =>
      post("/api/app/projects/{slug}/setup/scenarios", {
        params: { slug: project },
        body: {
          scenarios: proposals
            .filter(({ url }) => chosen.includes(url))
            .map(({ label, url, viewports }) => ({ label, url, viewports })),
          baseline: true,
        },
      }),
    onSuccess: ({ created, skipped, baselineRunId, problem }) => {
      toast.say(`${plural(created.length, "scenario")} created.`);
      for (const { label, reason } of skipped.slice(0, 3)) toast.say(`${label}: ${reason}`);
      if (problem) toast.failed(problem);
      if (baselineRunId) onChosen(baselineRunId);
      // The scenarios are there: the set-up says what keeps their baseline from being captured, and captures it.
      else void navigate({ to: paths.setup(project) } as never);
    },
  });
  const toggle = (url: string) =>
    setChosen((before) => (before.includes(url) ? before.filter((one) => one !== url) : [...before, url]));
  const all = chosen.length === proposals.length;
  return (
    <>
      <div className={styles.bar}>
        <p>
          <strong>{plural(chosen.length, "scenario")} chosen</strong> of {proposals.length}.{" "}
          {covered > 0 && `${plural(covered, "template")} already covered. `}
          {left > 0 && `${left} more can be added later.`}
        </p>
        <div className={styles.buttons}>
          <Button onClick={() => setChosen(all ? [] : proposals.map(({ url }) => url))}>
            {all ? "Choose none" : "Choose all"}
          </Button>
          <Button kind="primary" busy={make.isPending} disabled={chosen.length === 0} onClick={() => make.mutate()}>
            Create scenarios and capture the baseline
          </Button>
        </div>
      </div>
      {make.error && (
        <p role="alert" className={styles.error}>
          {make.error.message}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <Status status="warning" /> <span>{warning}</span>
        </p>
      ))}
      <ul className={styles.proposals} aria-label="Proposed scenarios">
        {proposals.map((one) => (
          <Proposed key={one.url} proposal={one} chosen={chosen.includes(one.url)} onToggle={() => toggle(one.url)} />
        ))}
      </ul>
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
            <span className={styles.quiet}>No screenshot</span>
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
            <span className={styles.quiet}>{why}</span>
            <span className={styles.viewports}>{viewports.join(", ")}</span>
          </span>
        </span>
      </label>
    </li>
  );
}
