// The next step when every result of a review, or of the inbox, is decided.
import { ButtonLink } from "../../components/Links.tsx";
import { formatCount } from "../../lib/format.ts";
import { useFrame } from "../../lib/frame.ts";
import { paths } from "../../lib/paths.ts";
import { useScope } from "../../lib/urlState.ts";
import { nextAfterInbox } from "./afterReview.ts";
import type { InboxFacts } from "./lists.ts";

/** Leads to what else waits in the environment and branch of the top bar, as the navigation counts it; where nothing does, back to the run. */
export function Next({ project, runId }: { project: string; runId: string }) {
  const frame = useFrame(project, useScope());
  if (frame.isPending) return null;
  const waiting = frame.data?.review.screenshots ?? 0;
  return waiting > 0 ? (
    <ButtonLink kind="primary" to={paths.visual(project)}>
      Review what waits ({formatCount(waiting)})
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" to={paths.run(project, runId)}>
      Back to the run
    </ButtonLink>
  );
}

/** Of the inbox: what waits outside the chosen environment and branch, else the newest run. */
export function NextOfInbox({ project, last }: { project: string; last: InboxFacts["last"] }) {
  const here = useFrame(project, useScope());
  const all = useFrame(project);
  if (here.isPending || all.isPending) return null;
  const waiting = ({ data }: typeof all) => data?.review.screenshots ?? 0;
  const { label, ...target } = nextAfterInbox(project, { elsewhere: waiting(all) - waiting(here), last });
  return (
    <ButtonLink kind="primary" {...target}>
      {label}
    </ButtonLink>
  );
}
