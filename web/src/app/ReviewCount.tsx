// Number of screenshots that need review in the environment and branch of the top bar, shown beside the link to them.
import { formatCount } from "../lib/format.ts";
import { useFrame } from "../lib/frame.ts";
import { useScope } from "../lib/urlState.ts";
import styles from "./ReviewCount.module.css";

export function ReviewCount({ project }: { project: string }) {
  const { screenshots = 0, sentence } = useFrame(project, useScope()).data?.review ?? {};
  if (screenshots === 0) return null;
  return (
    <span className={styles.count} title={`Waiting for review: ${sentence}`}>
      <span aria-hidden="true">{formatCount(screenshots)}</span>
      <span className="sr-only">{screenshots} waiting for review</span>
    </span>
  );
}
