// Aggregates the pages and the site of an SEO run.
import { countOutcomes, measuredOf } from "../../audit/countOutcomes.ts";
import type { RollUp, SiteResult } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";
import { runScore } from "./score.ts";

export function rollUp(pages: readonly PageResult[], site: SiteResult | null) {
  const measured = measuredOf(pages);
  const counts = countOutcomes(site === null ? measured : [...measured, site]);
  const exact = runScore(pages, site?.rules ?? []);
  const score = exact === null ? null : Math.round(exact);
  const notChecked = Array.isArray(site?.details?.notChecked) ? site.details.notChecked.map(String) : [];
  return {
    score,
    ...counts,
    // A score that was not measured is left out instead of being zero.
    extra: {
      ...(score === null ? {} : { seoScore: score }),
      seoPassed: counts.passed,
      seoFailed: counts.failed,
      seoWarnings: counts.warnings,
    },
    warningSentences: notChecked,
  } satisfies RollUp;
}
