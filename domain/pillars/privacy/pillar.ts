import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import type { PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** Pages in progress per run. A visit is mostly waiting, so a worker with idle processors takes more pages than it has slots. */
const WINDOW = 9;

/** What a page stores and sends before and after consent. CI's list of triggers is closed, so privacy is not in it. */
export const privacy = {
  ...PILLAR_WORDS.privacy,
  words: /\b(privacy|gdpr|consent|cookies?|trackers?)\b/,
  weight: 6,
  plan: "team",
  features: [],
  runs: [{ ...RUN_WORDS["privacy-test"], workflow: "auditRun" }],
  audit: { queue: "browser", window: WINDOW, site: true, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
