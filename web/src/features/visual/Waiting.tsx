// Placeholder of the review while it loads.
import { Skeleton, SkeletonRows } from "../../components/Skeleton.tsx";
import styles from "./Review.module.css";

export function Waiting() {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>Visual review</h1>
      </header>
      <aside className={styles.left} aria-label="Results">
        <SkeletonRows rows={10} height={44} />
      </aside>
      <section className={styles.middle} aria-label="Screenshot">
        <Skeleton height={420} />
      </section>
      <aside className={styles.right} aria-label="Details">
        <SkeletonRows rows={6} />
      </aside>
    </div>
  );
}
