// Shows the progress of the crawl, then what it found.
import type { UseQueryResult } from "@tanstack/react-query";
import type { AppProposals } from "../../../../api/endpoints/answers/app/setup.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { SaveProblem } from "../../components/SaveProblem.tsx";
import { EmptyState, ErrorState, Loaded } from "../../components/States.tsx";
import { callTool } from "../../lib/api.ts";
import { useSend } from "../../lib/change.ts";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { Choose } from "./Choose.tsx";
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
        // A finished crawl has at least one page, but the pages of an old crawl may have been deleted.
        if (data.proposals.length === 0 && data.covered === 0)
          return (
            <EmptyState title="No page was found" text={data.warnings[0] ?? "The crawl found no page to test."}>
              {again}
            </EmptyState>
          );
        const others = data.proposals.length === 0 && (
          <>
            <ButtonLink to={paths.overview(project)}>Overview</ButtonLink>
            {again}
          </>
        );
        return <Choose key={crawl.jobId} project={project} data={data} actions={others} onChosen={onChosen} />;
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
        <p className="remark">You can leave this page and come back to its address later.</p>
      </div>
    </Card>
  );
}

function CrawlAgain({ project, onJob }: { project: string; onJob: (job: string) => void }) {
  const crawl = useSend({
    mutationFn: () => callTool<{ jobId?: string }>("crawl_site", { project, confirm: true }),
    onSuccess: ({ data }) => onJob(data.jobId ?? ""),
  });
  return (
    <>
      <Button busy={crawl.isPending} onClick={() => crawl.mutate()}>
        Find pages
      </Button>
      <SaveProblem error={crawl.error} />
    </>
  );
}
