import type { AuditRunInfo, Judge } from "../../../domain/audit/judge.ts";
import { auditPage } from "../../../domain/pillars/perf/audit.ts";
import { compareAverages } from "../../../domain/pillars/perf/compareAverages.ts";
import type { PerfFacts } from "../../../domain/pillars/perf/facts.ts";
import { rollUp } from "../../../domain/pillars/perf/rollUp.ts";

export const judge: Judge<PerfFacts> = {
  audit: (facts, _page, run, place) => auditPage(facts, place, hasScore(run)),
  rollUp: (pages, _site, run) => rollUp(pages, run.perfBudgets, hasScore(run)),
  compareFigures: compareAverages,
};

const hasScore = (run: AuditRunInfo): boolean => run.options.lighthouseScore !== false;
