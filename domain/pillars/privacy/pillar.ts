import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import type { PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** Most of a visit is waiting, so a worker whose processors are idle takes more pages than it has slots. */
const WINDOW = 9;

/** What a page keeps and sends before and after consent. CI's list of triggers is closed, so it is not in it. */
export const privacy = {
  ...PILLAR_WORDS.privacy,
  words: /\b(privacy|gdpr|consent|cookies?|trackers?)\b/,
  weight: 6,
  plan: "team",
  features: [],
  runs: [{ ...RUN_WORDS["privacy-test"], workflow: "auditRun" }],
  audit: { queue: "browser", window: WINDOW, site: true, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
