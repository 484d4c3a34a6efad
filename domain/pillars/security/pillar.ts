import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import { BROWSER_WINDOW, type FeatureDeclaration, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

const cveScan = {
  name: "cveScan",
  plan: "team",
  what: "the scan for libraries with known vulnerabilities",
  without: (options) => ({ ...options, cveScan: false }),
} as const satisfies FeatureDeclaration;

/** How a page, its host and its visitors are protected. */
export const security = {
  ...PILLAR_WORDS.security,
  words: /\b(security|secure|insecure|vulnerab\w*|cves?|csp|xss|headers?|tls)\b/,
  weight: 14,
  plan: "hobby",
  features: [cveScan],
  runs: [{ ...RUN_WORDS["security-test"], workflow: "auditRun" }],
  audit: { queue: "browser", window: BROWSER_WINDOW, site: true, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
