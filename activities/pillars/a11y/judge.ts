import type { Judge } from "../../../domain/audit/judge.ts";
import { auditPage } from "../../../domain/pillars/a11y/audit.ts";
import type { A11yData } from "../../../domain/pillars/a11y/gathered.ts";
import { rollUp } from "../../../domain/pillars/a11y/rollUp.ts";

/** `run.options.budgets`: see A11yBudgets. */
export const judge: Judge<A11yData> = {
  audit: (data, _page, _run, place) => auditPage(data, place),
  rollUp: (pages, _site, run) => rollUp(pages, run.options.budgets),
};
