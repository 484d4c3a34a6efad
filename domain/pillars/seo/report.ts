// What a report shows of this pillar alone, read from what its run and pages stored.
import type { Extras, PillarReport, Stored } from "../../report/extraTypes.ts";
import { numberOf } from "../../report/stored.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ runExtra }: Stored): Extras {
  const score = numberOf(runExtra.seoLighthouseScore);
  return score === null ? {} : { facts: [{ label: "Lighthouse's SEO score", value: String(score) }] };
}
