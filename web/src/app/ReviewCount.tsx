// How many screenshots of the project wait for review, beside the link to them.
import { formatCount } from "../lib/format.ts";
import { useFrame } from "../lib/frame.ts";
import styles from "./ReviewCount.module.css";

export function ReviewCount({ project }: { project: string }) {
  const { screenshots = 0, sentence } = useFrame(project).data?.review ?? {};
  if (screenshots === 0) return null;
  return (
    <span className={styles.count} title={`Waiting for review: ${sentence}`}>
      <span aria-hidden="true">{formatCount(screenshots)}</span>
      <span className="sr-only">{screenshots} waiting for review</span>
    </span>
  );
}
