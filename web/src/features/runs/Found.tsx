// What a run found: screenshot changes with a picture of each, failed scenarios with their step, or audit findings.
import { useState } from "react";
import type { AppRunOutcome } from "../../../../api/endpoints/answers/app/runOutcome.ts";
import { Button } from "../../components/Button.tsx";
import { Crop } from "../../components/Crop.tsx";
import { TextLink } from "../../components/Links.tsx";
import { Card } from "../../components/Page.tsx";
import { Status } from "../../components/Status.tsx";
import { serviceUrl } from "../../lib/base.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { useOutcome } from "../../lib/outcome.ts";
import { paths } from "../../lib/paths.ts";
import type { RunRow } from "../../lib/runs.ts";
import { pillarNamed, pillarPath } from "../../lib/words.ts";
import styles from "./Outcome.module.css";

type Problem = AppRunOutcome["problems"][number];

/** Maximum number of problems shown here; the pillar's own screen lists all of them. */
const MAX_SHOWN = 100;

export function Found({ run, project }: { run: RunRow; project: string }) {
  const [limit, setLimit] = useState<number | undefined>(undefined);
  const { data } = useOutcome(run.runId, { limit, running: run.status === "running" });
  if (!data || data.problems.length === 0) return null;
  const screen = pillarNamed(data.pillar)?.screen ?? "audits";
  const { title, one } = OWN_WORDS[screen] ?? PROBLEMS;
  const beyond = data.total - data.problems.length;
  return (
    <Card title={`${title} (${formatCount(data.total)})`} actions={<New outcome={data} one={one} />}>
      <ul className={screen === "visual" ? styles.cards : styles.rows} aria-label={title}>
        {data.problems.map((problem) => (
          <li key={problem.id} className={styles.problem}>
            {screen === "visual" ? (
              <ChangeCard problem={problem} project={project} runId={run.runId} />
            ) : (
              <ProblemRow problem={problem} project={project} run={run} />
            )}
          </li>
        ))}
      </ul>
      {beyond > 0 && limit === undefined && (
        <Button onClick={() => setLimit(MAX_SHOWN)}>
          Show {formatCount(Math.min(beyond, MAX_SHOWN - data.problems.length))} more
        </Button>
      )}
      {beyond > 0 && limit !== undefined && (
        <p className={styles.quiet}>The first {plural(data.problems.length, "problem")} are shown.</p>
      )}
    </Card>
  );
}

/** Title and singular for a run's problems, by the pillar's screen. */
type Words = { title: string; one: string };
const PROBLEMS: Words = { title: "Problems", one: "problem" };
/** Screens that use their own words for problems. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  visual: { title: "Causes of the changes", one: "cause" },
  functional: { title: "Failed scenarios", one: "failure" },
};

const New = ({ outcome, one }: { outcome: AppRunOutcome; one: string }) =>
  outcome.new > 0 && outcome.new < outcome.open ? (
    <span className={styles.quiet}>{plural(outcome.new, `new ${one}`)}</span>
  ) : null;

const SIZE = { width: 148, height: 104 };

function ChangeCard({ problem, project, runId }: { problem: Problem; project: string; runId: string }) {
  const { title, change, shot, standing, severity, places, where } = problem;
  return (
    <article className={styles.card}>
      {change && (
        <div className={styles.pair}>
          <Side side={change.before} word="Before" none="Not in the baseline" title={title} />
          <Side side={change.after} word="After" none="Not in the new screenshot" title={title} />
        </div>
      )}
      <h3>
        <TextLink to={paths.review(project, runId)} search={shot === null ? undefined : { shot }}>
          {title}
        </TextLink>
      </h3>
      <p className={styles.chips}>
        <Status status={standing === "open" ? severity : standing} />
        <span className={styles.quiet}>{plural(places, "screenshot")}</span>
      </p>
      <p className={styles.quiet}>{where}</p>
    </article>
  );
}

type Side = NonNullable<Problem["change"]>["before"];

function Side({ side, word, none, title }: { side: Side; word: string; none: string; title: string }) {
  return (
    <figure className={styles.side}>
      {side ? (
        <Crop picture={side} alt={`${word}: ${title}`} size={SIZE} />
      ) : (
        <span className={styles.absent} style={SIZE}>
          {none}
        </span>
      )}
      <figcaption>{word}</figcaption>
    </figure>
  );
}

function ProblemRow({ problem, project, run }: { problem: Problem; project: string; run: RunRow }) {
  const { title, sentence, severity, standing, kind, where, screenshot, help } = problem;
  const { to, search } = leadOf(problem, project, run);
  return (
    <article className={styles.row}>
      <div className={styles.words}>
        <p className={styles.chips}>
          <Status status={severity} />
          {standing === "accepted" && <Status status="accepted" />}
          {kind === "review" && <Status status="manual" />}
          {problem.new && <Status status="new" />}
        </p>
        <h3>
          <TextLink to={to} search={search}>
            {title}
          </TextLink>
        </h3>
        {sentence !== title && <p>{sentence}</p>}
        {where && <p className={styles.quiet}>{where}</p>}
        {help && <p className={styles.quiet}>{help}</p>}
      </div>
      {screenshot && (
        <img className={styles.element} src={serviceUrl(screenshot)} alt={`Where: ${title}`} loading="lazy" />
      )}
    </article>
  );
}

type Lead = { to: string; search?: Record<string, string | undefined> };

/** Returns the link to the problem in the run, with its full evidence. */
function leadOf({ evidence: { resultId } }: Problem, project: string, { runId, pillar }: RunRow): Lead {
  if (pillarNamed(pillar)?.screen === "functional")
    return { to: paths.featureRun(project, runId), search: { scenario: resultId } };
  return { to: pillarPath(project, pillar ?? ""), search: { run: runId, finding: resultId } };
}
