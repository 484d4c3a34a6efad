// Parts of a report that only this pillar has, read from the stored run and its pages.

import { textOf } from "../../fields.ts";
import type { Extras, PillarReport, Stored } from "../../report/extraTypes.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ pages }: Stored): Extras {
  const version = pages.map(({ details }) => textOf(details.axeVersion)).find((one) => one !== null);
  return version ? { facts: [{ label: "axe-core", value: version }] } : {};
}
