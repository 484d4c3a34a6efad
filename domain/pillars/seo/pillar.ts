import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import { BROWSER_WINDOW, type PillarDeclaration } from "../declaration.ts";
import { lighthouseScores } from "../features.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** How search engines see a page and the whole site. */
export const seo = {
  ...PILLAR_WORDS.seo,
  words: /\b(seo|search engines?|google|meta descriptions?|titles?|sitemaps?|canonicals?|indexing)\b/,
  weight: 10,
  plan: "free",
  features: [lighthouseScores],
  runs: [{ ...RUN_WORDS["seo-test"], workflow: "auditRun" }],
  audit: { queue: "browser", window: BROWSER_WINDOW, site: true, lighthouseSeo: true, settings, report },
} as const satisfies PillarDeclaration;
