// Paths in the dashboard, below the service's URL.
import { runPagePath } from "../../domain/report/runPage.ts";
import { PILLAR_WORDS, type PillarWords } from "../../domain/words/pillars.ts";
import { pillarNamed, runOfType } from "./runs.ts";

/** Returns the last part of the path of a pillar's screen. */
const pathOf = ({ name, screen }: PillarWords): string => (screen === "audits" ? `audits/${name}` : screen);

/** Pillars that `plumbline open` accepts. */
export const PILLARS: readonly string[] = Object.keys(PILLAR_WORDS);

export type Shown =
  | { kind: "project" }
  | { kind: "run"; runId: string; type: string; finding?: string | undefined }
  | { kind: "scenario"; label: string }
  | { kind: "pillar"; name: string };

export function dashboardAddress(slug: string, shown: Shown): string {
  const project = `/p/${encodeURIComponent(slug)}`;
  if (shown.kind === "project") return project;
  if (shown.kind === "pillar") {
    const pillar = pillarNamed(shown.name);
    return pillar ? `${project}/${pathOf(pillar)}` : project;
  }
  if (shown.kind === "scenario") return `${project}/scenarios/${encodeURIComponent(shown.label)}`;
  const { runId, type, finding } = shown;
  const pillar = pillarNamed(runOfType(type)?.pillar ?? null);
  if (finding !== undefined && pillar?.parts === "pages")
    return `${project}/${pathOf(pillar)}?${new URLSearchParams({ run: runId, finding })}`;
  return runPagePath({ projectSlug: slug, runId, type });
}
