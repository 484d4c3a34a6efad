// Parts of a full audit, also while they run: status, score with its change since the previous run, and the worst problem of each.
import type { AppRunOutcome } from "../../../../api/endpoints/answers/app/runOutcome.ts";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Progress } from "../../components/Progress.tsx";
import { Score } from "../../components/Score.tsx";
import { Status } from "../../components/Status.tsx";
import { Table } from "../../components/Table.tsx";
import { plural } from "../../lib/format.ts";
import { useOutcome } from "../../lib/outcome.ts";
import { paths } from "../../lib/paths.ts";
import { type RunRow, statusOf } from "../../lib/runs.ts";
import { pillarTitle, runOfPillar } from "../../lib/words.ts";
import { auditParts, type Part } from "./auditParts.ts";
import styles from "./Outcome.module.css";

const placeOf = ({ pillar }: Part): string => runOfPillar(pillar)?.name ?? pillar;

export function AuditRows({ data, project }: { data: AppRun; project: string }) {
  return (
    <Card title="Parts" flush>
      <Table
        label="Runs of the full audit"
        rows={auditParts(data)}
        rowKey={({ pillar }) => pillar}
        empty={<p className={styles.none}>The audit ended before its runs were planned.</p>}
        columns={[
          { title: "Part", cell: (part) => <Name part={part} project={project} /> },
          { title: "Score", cell: ({ run }) => run && !run.progress && <PartScore run={run} /> },
          {
            title: "Worst problem",
            width: "46%",
            cell: ({ run, pillar }) => {
              if (!run) return <Waiting title={pillarTitle(pillar)} />;
              return run.progress ? (
                <Going name={run.name} progress={run.progress} />
              ) : (
                <Worst run={run} project={project} />
              );
            },
          },
        ]}
      />
    </Card>
  );
}

function Name({ part, project }: { part: Part; project: string }) {
  const { run } = part;
  return (
    <span className={styles.part}>
      {run ? <TextLink to={paths.run(project, run.runId)}>{run.name}</TextLink> : placeOf(part)}
      {run ? <Status {...partStatus(run)} /> : <Status status="queued" />}
    </span>
  );
}

/** A part that has not started is queued, whatever the status of the audit. */
const partStatus = (run: RunRow): { status: string; word?: string } =>
  run.progress?.phase === "queued" ? { status: "queued" } : statusOf(run);

const Waiting = ({ title }: { title: string }) => <span className={styles.quiet}>{title} has not started.</span>;

const ONE = 1;

/** Score of a finished part. */
function PartScore({ run }: { run: RunRow }) {
  const { data } = useOutcome(run.runId, { limit: ONE, running: false });
  return data?.score ? <Score score={data.score} /> : null;
}

function Worst({ run, project }: { run: RunRow; project: string }) {
  const { data } = useOutcome(run.runId, { limit: ONE, running: false });
  const [worst] = data?.problems ?? [];
  // The reason for a missing result is more important than what was found until then.
  if (run.status === "failed" || !data || !worst || data.open === 0)
    return (
      <span className={styles.quiet}>
        {run.cancelledBy ? "It was cancelled before it had a result." : run.sentence}
      </span>
    );
  const known = run.conclusion === "passed" && data.new === 0;
  return <WorstProblem problem={worst} more={data.open - 1} known={known} project={project} runId={run.runId} />;
}

const Going = ({ name, progress: { done, total } }: { name: string; progress: NonNullable<RunRow["progress"]> }) => (
  <Progress label={`Progress of ${name}`} done={done} total={total} />
);

type WorstProps = {
  problem: AppRunOutcome["problems"][number];
  more: number;
  /** Whether the run passed despite the problem, because it existed before. */
  known: boolean;
  project: string;
  runId: string;
};

const WorstProblem = ({ problem, more, known, project, runId }: WorstProps) => (
  <span className={styles.worst}>
    {known && <span className="quiet">Known:</span>}
    <TextLink to={paths.problems(project)} search={{ problem: problem.id }}>
      {problem.title}
    </TextLink>
    {more > 0 && (
      <TextLink to={paths.run(project, runId)} className="quiet">
        and {plural(more, "more problem")}
      </TextLink>
    )}
  </span>
);
