// The address names a screenshot that the list does not have. Nothing is selected in its place: a key would decide that instead.
import { Button } from "../../components/Button.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import styles from "./Review.module.css";

type Props = {
  /** Why it could not be read; null: nothing failed. */
  failure: unknown;
  /** Of a run it is read by its number. */
  isComing: boolean;
  /** Leads to the first that waits; null: nothing does. */
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
        <ErrorState error={failure} title="This result could not be read">
          {next}
        </ErrorState>
      ) : isComing ? (
        <Skeleton height={420} />
      ) : (
        <EmptyState
          title="This screenshot does not wait for review"
          text="It was reviewed, a newer run replaced it, or it belongs to another branch or environment."
        >
          {next}
        </EmptyState>
      )}
    </section>
  );
}
