// The SEO pillar.

import type { SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import { countOutcomes, runScore } from "../../../domain/pillars/seo/score.ts";
import type { SeoSite } from "../../../domain/pillars/seo/site.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gatherPage } from "./gatherPage.ts";
import { gatherSite } from "./gatherSite.ts";
import { seoJudge } from "./judge.ts";

export const seoAudit: PillarAudit<SeoPage, SeoSite> = {
  pillar: "seo",
  gather: gatherPage,
  ...seoJudge,
  gatherSite: (tools, pages) => gatherSite(tools, pages),
  rollUp(pages, site) {
    const siteRules = site?.rules ?? [];
    const measured = pages.filter(({ status }) => status !== "not_measured");
    const { passed, failed, warnings, review } = countOutcomes([
      ...measured.flatMap(({ rules }) => rules),
      ...siteRules,
    ]);
    const exact = runScore(pages, siteRules);
    const score = exact === null ? null : Math.round(exact);
    const notChecked = Array.isArray(site?.details?.notChecked) ? site.details.notChecked.map(String) : [];
    return {
      score,
      passed,
      failed,
      warnings,
      review,
      // A score that was not measured is left out, never a zero.
      extra: {
        ...(score === null ? {} : { seoScore: score }),
        seoPassed: passed,
        seoFailed: failed,
        seoWarnings: warnings,
      },
      ...(notChecked.length > 0 ? { warningSentences: notChecked } : {}),
    };
  },
};
