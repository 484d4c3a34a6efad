// Number of items that wait for the signed-in person, shown in the sidebar.
import { useWaiting } from "../lib/waiting.ts";
import styles from "./WaitingCount.module.css";

export function WaitingCount() {
  const { count = 0, more = false } = useWaiting().data ?? {};
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count}
      {more && "+"}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
