import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import { BROWSER_WINDOW, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** Measurement on a page, compared with the tracking plan. */
export const tracking = {
  ...PILLAR_WORDS.tracking,
  words: /\b(tracking|analytics|data ?layer|gtm|ga4|tracking plan)\b/,
  weight: 6,
  plan: "hobby",
  features: [],
  needs: "plan",
  runs: [{ ...RUN_WORDS["tracking-test"], workflow: "auditRun" }],
  audit: {
    queue: "browser",
    window: BROWSER_WINDOW,
    site: false,
    lighthouseSeo: false,
    settings,
    report,
    workbook: true,
  },
} as const satisfies PillarDeclaration;
