// Parts of a report that only this pillar has, read from the stored run and its pages.
import type { Extras, PillarReport, Stored } from "../../report/extraTypes.ts";
import { numberOf } from "../../report/stored.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ runExtra }: Stored): Extras {
  const score = numberOf(runExtra.seoLighthouseScore);
  return score === null ? {} : { facts: [{ label: "Lighthouse's SEO score", value: String(score) }] };
}
