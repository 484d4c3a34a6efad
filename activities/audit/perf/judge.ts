import type { PerfFacts } from "../../../domain/audit/perf/facts.ts";
import { judgePage } from "../../../domain/audit/perf/judgePage.ts";
import type { AuditRunInfo, Judge } from "../pillar.ts";

export const perfJudge: Judge<PerfFacts> = {
  audit: (facts, _page, run, place) => judgePage(facts, place, hasScore(run)),
};

export function hasScore(run: AuditRunInfo): boolean {
  return run.options.lighthouseScore !== false;
}
