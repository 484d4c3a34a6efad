// What waits for review over all runs and branches.
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
  // Another place is another list: nothing is carried over.
  return <Review key={JSON.stringify(source.key)} source={source} />;
}
