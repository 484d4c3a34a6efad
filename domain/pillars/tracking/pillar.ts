import { BROWSER_WINDOW, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** What a page measures, beside the tracking plan. */
export const tracking = {
  name: "tracking",
  title: "Tracking",
  unit: "pages",
  words: /\b(tracking|analytics|data ?layer|gtm|ga4|tracking plan)\b/,
  weight: 6,
  plan: "hobby",
  features: [],
  runs: [
    {
      type: "tracking-test",
      name: "Tracking audit",
      inSentence: "a tracking audit",
      workflow: "auditRun",
      trigger: "tracking",
      aliases: ["analytics"],
      ci: true,
      path: "tracking",
    },
  ],
  audit: { place: 5, queue: "browser", window: BROWSER_WINDOW, site: false, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
