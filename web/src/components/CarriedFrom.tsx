// For a rerun of failed parts: names the earlier run that a shown result was carried over from.
import { paths } from "../lib/paths.ts";
import { NamedRun } from "./NamedRun.tsx";

export function CarriedFrom({ project, runId, className }: { project: string; runId: string; className?: string }) {
  return (
    <p className={className}>
      Carried from <NamedRun project={project} runId={runId} to={paths.run(project, runId)} />
    </p>
  );
}
