// Header of the inbox: how much needs review, and on which branches.
import { ListFilter, PanelRight } from "lucide-react";
import { IconButton } from "../../components/IconButton.tsx";
import { TextLink } from "../../components/Links.tsx";
import { ReviewRequests } from "../../components/ReviewRequests.tsx";
import { Status } from "../../components/Status.tsx";
import { formatCount } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useScope } from "../../lib/urlState.ts";
import { isInboxDone } from "./afterReview.ts";
import styles from "./Inbox.module.css";
import type { ReviewList } from "./lists.ts";
import { progressOf } from "./model.ts";
import { NextOfInbox } from "./Next.tsx";
import review from "./Review.module.css";
import { Viewers } from "./Viewers.tsx";

/** `runId`: run of the selected change. */
type Props = { project: string; runId?: string | undefined; list: ReviewList; onList: () => void; onPanel: () => void };

/** Decided results stay listed until the screen is left, so that they can be viewed and undone. */
export function InboxHead({ project, runId, list, onList, onPanel }: Props) {
  const { branch: chosen } = useScope();
  const { waiting, branches = [] } = list.inbox ?? {};
  const { approved, rejected, later } = progressOf(list.shots);
  const split = [
    approved > 0 && `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
    later > 0 && `${formatCount(later)} for later`,
  ].filter(Boolean);
  return (
    <header className={review.head}>
      <span className={review.phoneOnly}>
        <IconButton label="Results" onClick={onList}>
          <ListFilter size={17} />
        </IconButton>
      </span>
      <div className={review.run}>
        <h1>Waiting for review</h1>
        <p className={review.quiet} aria-live="polite">
          {[waiting?.sentence ?? "Nothing left to review", ...split].join(" · ")}
        </p>
      </div>
      {branches.length > 1 && (
        <nav className={styles.branches} aria-label="Branches">
          <TextLink
            to={paths.visual(project)}
            search={{ branch: undefined }}
            aria-current={chosen ? undefined : "true"}
          >
            All branches
          </TextLink>
          {branches.map(({ branch, screenshots, sentence }) => (
            <TextLink
              key={branch}
              to={paths.visual(project)}
              search={{ branch }}
              title={sentence ?? undefined}
              aria-current={chosen === branch ? "true" : undefined}
            >
              {branch} <span className={review.quiet}>{formatCount(screenshots)}</span>
            </TextLink>
          ))}
        </nav>
      )}
      {isInboxDone(list) && (
        <div className={review.after}>
          {rejected === 0 && <Status status="passed" word="All reviewed" />}
          <NextOfInbox project={project} last={list.inbox?.last ?? null} />
        </div>
      )}
      {runId && (
        <>
          <Viewers runId={runId} inbox />
          <ReviewRequests runId={runId} />
        </>
      )}
      <span className={review.phoneOnly}>
        <IconButton label="Details" onClick={onPanel}>
          <PanelRight size={17} />
        </IconButton>
      </span>
    </header>
  );
}
