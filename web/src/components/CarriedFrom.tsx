// Of a run of what failed: the run that has the result which is shown.
import { paths } from "../lib/paths.ts";
import { TextLink } from "./Links.tsx";

export function CarriedFrom({ project, runId, className }: { project: string; runId: string; className?: string }) {
  return (
    <p className={className}>
      Carried from run <TextLink to={paths.run(project, runId)}>{runId}</TextLink>
    </p>
  );
}
