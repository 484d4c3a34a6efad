// Effect of a rule for one scenario on each of its screenshots.
import type { AppRulePreview } from "../../../../api/endpoints/answers/app/review.ts";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { hidesMuch } from "../../../../domain/words/ruleShare.ts";
import { RuleShare } from "../../components/RuleShare.tsx";
import { Status } from "../../components/Status.tsx";
import { plural } from "../../lib/format.ts";
import styles from "./Review.module.css";
import { Place } from "./words.tsx";

type Results = AppRulePreview["results"];

export function RuleEffect({
  results,
  waiting,
  error,
}: {
  results: Results | undefined;
  waiting: boolean;
  error: unknown;
}) {
  if (error) return <p className={styles.refused}>{error instanceof Error ? error.message : String(error)}</p>;
  if (waiting) return <p className={styles.quiet}>Calculating …</p>;
  if (!results) return <p className={styles.quiet}>Choose an element first.</p>;
  const failing = results.filter(({ status }) => status === "failed");
  const pass = failing.filter(({ wouldPass }) => wouldPass === true);
  const hides = Math.max(0, ...results.map((one) => one.hides ?? 0));
  return (
    <>
      {hidesMuch(hides) && (
        <p>
          <RuleShare share={hides} />
        </p>
      )}
      <p>
        {failing.length === 0
          ? "No screenshot of this scenario fails."
          : `${pass.length} of ${plural(failing.length, "failed screenshot")} would pass.`}
      </p>
      <ul className={styles.effects}>
        {results.map((one) => (
          <li key={one.shotId}>
            <Place {...one} />
            <span className={styles.quiet}>
              {percent(one.mismatchBefore)} → {percent(one.mismatchAfter)}
            </span>
            <Status {...outcomeOf(one)} />
            <RuleShare share={one.hides} />
            {one.why && <span className={styles.why}>{one.why}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

const percent = (value: number | null): string => (value === null ? "?" : readablePercent(value));

function outcomeOf({ wouldPass, matched }: Results[number]): { status: string; word: string } {
  if (matched === 0) return { status: "skipped", word: "Not found" };
  if (wouldPass === null) return { status: "inconclusive", word: "Known after a run" };
  return wouldPass ? { status: "passed", word: "Passes" } : { status: "failed", word: "Still fails" };
}
