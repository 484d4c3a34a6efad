import { BROWSER_WINDOW, type FeatureDeclaration, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

const cveScan = {
  name: "cveScan",
  plan: "team",
  what: "the scan for libraries with known vulnerabilities",
  without: (options) => ({ ...options, cveScan: false }),
} as const satisfies FeatureDeclaration;

/** What protects a page, its host and its visitors. */
export const security = {
  name: "security",
  title: "Security",
  unit: "pages",
  words: /\b(security|secure|insecure|vulnerab\w*|cves?|csp|xss|headers?|tls)\b/,
  weight: 14,
  plan: "hobby",
  features: [cveScan],
  runs: [
    {
      type: "security-test",
      name: "Security audit",
      inSentence: "a security audit",
      workflow: "auditRun",
      trigger: "security",
      aliases: [],
      ci: true,
      path: "security",
    },
  ],
  audit: { place: 4, queue: "browser", window: BROWSER_WINDOW, site: true, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
