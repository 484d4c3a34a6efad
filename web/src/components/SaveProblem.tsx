// Why a form could not be saved. If somebody else was faster, the person chooses between both versions.

import { newerThan } from "../lib/change.ts";
import { Button } from "./Button.tsx";
import styles from "./SaveProblem.module.css";

/** `onUse` shows the current version instead of the person's changes. */
export function SaveProblem<Now>({ error, onUse }: { error: Error | null; onUse?: (now: Now) => void }) {
  if (!error) return null;
  const now = newerThan<Now>(error);
  return (
    <div role="alert">
      <p className={styles.error}>
        {error.message}
        {now && " Your changes are still here. Save again."}
      </p>
      {now && onUse && (
        <Button size="small" onClick={() => onUse(now)}>
          Use current version
        </Button>
      )}
    </div>
  );
}
