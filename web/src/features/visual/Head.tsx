// Header of the review: the run, review progress, and the next step.
import { ListFilter, PanelRight } from "lucide-react";
import type { AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import { CommitFacts, hasCommit } from "../../components/CommitFacts.tsx";
import { IconButton } from "../../components/IconButton.tsx";
import { TextLink } from "../../components/Links.tsx";
import { ReviewRequests } from "../../components/ReviewRequests.tsx";
import { Status } from "../../components/Status.tsx";
import { TimeAgo } from "../../components/TimeAgo.tsx";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { conclusionOf, isReviewed } from "./afterReview.ts";
import { Next } from "./Next.tsx";
import styles from "./Review.module.css";
import { Viewers } from "./Viewers.tsx";

type Props = Pick<AppReview, "run" | "progress"> & { project: string; onList: () => void; onPanel: () => void };

export function Head({ project, run, progress, onList, onPanel }: Props) {
  const { judged, total, approved, rejected, later, changes, changedScreenshots } = progress;
  const split = [
    approved > 0 && `${approved} approved`,
    rejected > 0 && `${rejected} rejected`,
    later > 0 && `${later} for later`,
  ].filter(Boolean);
  const running = ["queued", "running"].includes(run.status);
  return (
    <header className={styles.head}>
      <span className={styles.phoneOnly}>
        <IconButton label="Results" onClick={onList}>
          <ListFilter size={17} />
        </IconButton>
      </span>
      <div className={styles.run}>
        <h1>Visual review</h1>
        <p className={styles.quiet}>
          <TextLink to={paths.run(project, run.runId)}>{run.name}</TextLink>
          {hasCommit(run) && " · "}
          <CommitFacts run={run} brief /> · <TimeAgo time={run.createdAt} />
          {changes > 0 && ` · ${plural(changes, "change")} on ${plural(changedScreenshots, "screenshot")}`}
        </p>
      </div>
      {running && <Status status="running" word="Still running" />}
      <Viewers runId={run.runId} />
      <ReviewRequests runId={run.runId} />
      <div className={styles.progress}>
        <p aria-live="polite">
          <strong>
            {judged} of {total} reviewed
          </strong>
          {split.length > 0 && <span className={styles.quiet}> {split.join(", ")}</span>}
        </p>
        <progress aria-label="Reviewed" value={judged} max={Math.max(1, total)} />
      </div>
      {isReviewed({ run, progress }) && (
        <div className={styles.after}>
          <Status {...conclusionOf(progress)} />
          <Next project={project} runId={run.runId} />
        </div>
      )}
      <span className={styles.phoneOnly}>
        <IconButton label="Details" onClick={onPanel}>
          <PanelRight size={17} />
        </IconButton>
      </span>
    </header>
  );
}
