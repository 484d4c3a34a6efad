// Shown if the address names a screenshot that is not in the list. Nothing else is selected, because a key would then decide about the wrong
// screenshot.
import { Button } from "../../components/Button.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import styles from "./Review.module.css";

type Props = {
  /** Why it could not be read, or null. */
  failure: unknown;
  /** Whether the result is still being loaded by its index in the run. */
  isComing: boolean;
  /** Selects the first result that needs review; null if there is none. */
  onNext: (() => void) | null;
};

export function Unlisted({ failure, isComing, onNext }: Props) {
  const next = onNext && (
    <Button kind="primary" onClick={onNext}>
      Review the next change
    </Button>
  );
  return (
    <section className={styles.middle} aria-label="Screenshot">
      {failure ? (
        <ErrorState error={failure} title="Could not load this result">
          {next}
        </ErrorState>
      ) : isComing ? (
        <Skeleton height={420} />
      ) : (
        <EmptyState
          title="This screenshot does not need review"
          text="It was reviewed, a newer run replaced it, or it belongs to another branch or environment."
        >
          {next}
        </EmptyState>
      )}
    </section>
  );
}
