// Next step after every result of a review or of the inbox has been decided.
import { ButtonLink } from "../../components/Links.tsx";
import { formatCount } from "../../lib/format.ts";
import { useFrame } from "../../lib/frame.ts";
import { paths } from "../../lib/paths.ts";
import { useScope } from "../../lib/urlState.ts";
import { nextAfterInbox } from "./afterReview.ts";
import type { InboxFacts } from "./lists.ts";

/**
 * Links to the changes that still need review in the environment and branch of the top bar, as counted in the sidebar; if there are none,
 * back to the run.
 */
export function Next({ project, runId }: { project: string; runId: string }) {
  const frame = useFrame(project, useScope());
  if (frame.isPending) return null;
  const waiting = frame.data?.review.screenshots ?? 0;
  return waiting > 0 ? (
    <ButtonLink kind="primary" to={paths.visual(project)}>
      Review remaining changes ({formatCount(waiting)})
    </ButtonLink>
  ) : (
    <ButtonLink kind="primary" to={paths.run(project, runId)}>
      Back to the run
    </ButtonLink>
  );
}

/** For the inbox: changes that need review outside the selected environment and branch, else the newest run. */
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
