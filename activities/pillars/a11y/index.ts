import type { A11yData } from "../../../domain/pillars/a11y/gathered.ts";
import { rollUpA11y } from "../../../domain/pillars/a11y/rollUp.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gatherA11y } from "./gather.ts";
import { a11yJudge } from "./judge.ts";

/** Accessibility: axe-core at two widths, the keyboard, and reflow. `options.budgets`: see A11yBudgets. */
export const a11yAudit: PillarAudit<A11yData> = {
  pillar: "a11y",
  gather: gatherA11y,
  ...a11yJudge,
  rollUp: (pages, _site, run) => rollUpA11y(pages, run.options.budgets),
};
