// How the last tests of a scenario ended, oldest first: a bar a test.
import type { AppScenario } from "../../../../api/endpoints/answers/app/review.ts";
import { formatExact, plural } from "../../lib/format.ts";
import styles from "./Scenario.module.css";

type Run = AppScenario["steadiness"][number];

const lookOf = ({ errors, failed, flaky }: Run): string =>
  errors > 0 ? "error" : failed > 0 ? "failed" : flaky > 0 ? "flaky" : "passed";

const sayRun = ({ at, total, passed, failed, errors, flaky }: Run): string =>
  `${formatExact(at)}: ${passed} of ${total} passed, ${failed} failed, ${errors} errors, ${flaky} flaky`;

export function Steadiness({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return <p className={styles.quiet}>No test yet.</p>;
  const unsteady = runs.filter(({ flaky }) => flaky > 0).length;
  return (
    <>
      <ol className={styles.bars} aria-label="The last tests, oldest first">
        {runs.map((run) => (
          <li key={run.runId} data-look={lookOf(run)} title={sayRun(run)}>
            <span style={{ height: `${Math.max(12, (run.passed / Math.max(1, run.total)) * 100)}%` }} />
            <span className="sr-only">{sayRun(run)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.quiet}>
        {unsteady === 0
          ? `Stable in the last ${plural(runs.length, "test")}.`
          : `Unstable in ${unsteady} of the last ${plural(runs.length, "test")}: screenshots differed between attempts.`}
      </p>
    </>
  );
}
