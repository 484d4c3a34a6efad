import type { PerfFacts } from "../../../domain/pillars/perf/facts.ts";
import { judgePage } from "../../../domain/pillars/perf/judgePage.ts";
import type { AuditRunInfo, Judge } from "../../audit/pillar.ts";

export const perfJudge: Judge<PerfFacts> = {
  audit: (facts, _page, run, place) => judgePage(facts, place, hasScore(run)),
};

export function hasScore(run: AuditRunInfo): boolean {
  return run.options.lighthouseScore !== false;
}
