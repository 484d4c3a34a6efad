// The performance pillar: Lighthouse in a separate process, through the filtering proxy, alone on the host.
import type { PerfFacts } from "../../../domain/pillars/perf/facts.ts";
import type { LabTools, PillarAudit } from "../../audit/pillar.ts";
import { gather, gatherSeoScore } from "./gather.ts";
import { judge } from "./judge.ts";

/** `run.options`: `runs` (1 to 5, default 3), `formFactor` (default `mobile`), `lighthouseScore` (false: not included in the plan). */
export const createAudit = (lab: LabTools): PillarAudit<PerfFacts> => ({
  ...judge,
  gather: (tools, page) => gather(lab, tools, page),
});

/** Creates the function that measures Lighthouse's SEO score of one page, for the SEO pillar. It rejects only if cancelled. */
export function createLighthouseSeo(lab: LabTools) {
  return (...[tools, page]: Parameters<PillarAudit["gather"]>) => gatherSeoScore(lab, tools, page);
}
