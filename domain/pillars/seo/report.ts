// Parts of a report that only this pillar has, read from the stored run and its pages.

import { numberOf } from "../../fields.ts";
import type { Extras, PillarReport, Stored } from "../../report/extraTypes.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ runExtra }: Stored): Extras {
  const score = numberOf(runExtra.seoLighthouseScore);
  return score === null ? {} : { facts: [{ label: "Lighthouse's SEO score", value: String(score) }] };
}
