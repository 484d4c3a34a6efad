// The next step when every result of a review is decided.
import { ButtonLink } from "../../components/Links.tsx";
import { formatCount } from "../../lib/format.ts";
import { useFrame } from "../../lib/frame.ts";
import { paths } from "../../lib/paths.ts";

/** Leads to what else waits in the project; where nothing does, back to the run. */
export function Next({ project, runId }: { project: string; runId: string }) {
  const frame = useFrame(project);
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
