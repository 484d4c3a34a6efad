import { BROWSER_WINDOW, type PillarDeclaration } from "../declaration.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** What a page keeps and sends before and after consent. CI's list of triggers is closed, so it is not in it. */
export const privacy = {
  name: "privacy",
  title: "Privacy",
  unit: "pages",
  words: /\b(privacy|gdpr|consent|cookies?|trackers?)\b/,
  weight: 6,
  plan: "team",
  features: [],
  runs: [
    {
      type: "privacy-test",
      name: "Privacy audit",
      inSentence: "a privacy audit",
      workflow: "auditRun",
      trigger: "privacy",
      aliases: [],
      ci: false,
      path: "privacy",
    },
  ],
  audit: { place: 6, queue: "browser", window: BROWSER_WINDOW, site: true, lighthouseSeo: false, settings, report },
} as const satisfies PillarDeclaration;
