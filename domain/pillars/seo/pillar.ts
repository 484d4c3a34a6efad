import { BROWSER_WINDOW, type PillarDeclaration } from "../declaration.ts";
import { lighthouseScores } from "../features.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** What search engines make of a page and of the whole site. */
export const seo = {
  name: "seo",
  title: "SEO",
  unit: "pages",
  words: /\b(seo|search engines?|google|meta descriptions?|titles?|sitemaps?|canonicals?|indexing)\b/,
  weight: 10,
  plan: "free",
  features: [lighthouseScores],
  runs: [
    {
      type: "seo-test",
      name: "SEO audit",
      inSentence: "an SEO audit",
      workflow: "auditRun",
      trigger: "seo",
      aliases: [],
      ci: true,
      path: "seo",
    },
  ],
  audit: { place: 2, queue: "browser", window: BROWSER_WINDOW, site: true, lighthouseSeo: true, settings, report },
} as const satisfies PillarDeclaration;
