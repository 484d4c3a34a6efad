// Progress bar; indeterminate if there is no total.
import styles from "./Progress.module.css";

type Props = { label: string; done: number | null; total: number | null };

export function Progress({ label, done, total }: Props) {
  const known = done !== null && total !== null && total > 0;
  return (
    <div className={styles.row}>
      <progress className={styles.bar} aria-label={label} {...(known ? { value: done, max: total } : {})} />
      {known && (
        <span className="remark">
          {done} of {total}
        </span>
      )}
    </div>
  );
}
