// The performance pillar: Lighthouse in a process of its own, through the filtering proxy, alone on the host.
import type { PerfFacts } from "../../../domain/pillars/perf/facts.ts";
import { rollUpPerf } from "../../../domain/pillars/perf/rollUp.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gatherPerf, gatherSeoScore, type LabTools } from "./gather.ts";
import { hasScore, perfJudge } from "./judge.ts";

export type { LabTools } from "./gather.ts";

/** `run.options`: `runs` (1 to 5, 3 unless given), `formFactor` (`mobile` unless given), `lighthouseScore` (false: the plan does not hold it). */
export function createPerfAudit(lab: LabTools): PillarAudit<PerfFacts> {
  return {
    pillar: "perf",
    gather: (tools, page) => gatherPerf(lab, tools, page),
    ...perfJudge,
    rollUp: (pages, _site, run) => rollUpPerf(pages, run.perfBudgets, hasScore(run)),
  };
}

/** Lighthouse's SEO score of one page, for the SEO pillar. Rejects only when cancelled. */
export function createLighthouseSeo(lab: LabTools) {
  return (...[tools, page]: LighthouseSeoArguments) => gatherSeoScore(lab, tools, page);
}
type LighthouseSeoArguments = Parameters<PillarAudit["gather"]>;
