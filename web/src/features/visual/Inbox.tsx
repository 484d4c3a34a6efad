// Changes that need review, over all runs and branches.
import { useMemo } from "react";
import { useProjectSlug, useScope } from "../../lib/urlState.ts";
import { Review } from "./Review.tsx";
import { inboxSource } from "./source.ts";

export function Screen() {
  const project = useProjectSlug();
  const { environment, branch } = useScope();
  const source = useMemo(
    () => inboxSource(project, { ...(environment ? { environment } : {}), ...(branch ? { branch } : {}) }),
    [project, environment, branch],
  );
  // The key resets the state, because another environment or branch is another list.
  return <Review key={JSON.stringify(source.key)} source={source} />;
}
