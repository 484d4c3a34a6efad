// Placeholder for content that is loading.
import styles from "./Skeleton.module.css";

export function Skeleton({ height = 16, width = "100%" }: { height?: number; width?: number | string }) {
  return <span className={styles.shape} style={{ height, width }} aria-hidden="true" />;
}

/** Placeholder rows for a table or list that is loading. */
export function SkeletonRows({ rows = 6, height = 34 }: { rows?: number; height?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
