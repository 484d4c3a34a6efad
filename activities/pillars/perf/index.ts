// The performance pillar: Lighthouse in a process of its own, through the filtering proxy, alone on the host.
import type { PerfFacts } from "../../../domain/pillars/perf/facts.ts";
import type { LabTools, PillarAudit } from "../../audit/pillar.ts";
import { gather, gatherSeoScore } from "./gather.ts";
import { judge } from "./judge.ts";

/** `run.options`: `runs` (1 to 5, 3 unless given), `formFactor` (`mobile` unless given), `lighthouseScore` (false: the plan does not hold it). */
export const createAudit = (lab: LabTools): PillarAudit<PerfFacts> => ({
  ...judge,
  gather: (tools, page) => gather(lab, tools, page),
});

/** Lighthouse's SEO score of one page, for the SEO pillar. Rejects only when cancelled. */
export function createLighthouseSeo(lab: LabTools) {
  return (...[tools, page]: Parameters<PillarAudit["gather"]>) => gatherSeoScore(lab, tools, page);
}
