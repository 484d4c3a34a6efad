// Score of a run with its change since the previous run, and the usual spread between unchanged runs.
import type { AppRunOutcome } from "../../../api/endpoints/answers/app/runOutcome.ts";
import { formatNumber } from "../lib/format.ts";
import { Change } from "./Figure.tsx";
import styles from "./Score.module.css";

export function Score({ score }: { score: NonNullable<AppRunOutcome["score"]> }) {
  const { value, change, spread } = score;
  const steady = change !== null && spread !== null && Math.abs(change) <= spread;
  return (
    <span className={styles.score}>
      <strong>{formatNumber(value)}</strong>
      {change !== null && (steady ? <span className="quiet">steady</span> : <Change change={change} />)}
      {spread !== null && spread > 0 && (
        <span className="quiet" title="Variation of earlier runs without any change">
          ± {formatNumber(spread)}
        </span>
      )}
    </span>
  );
}
