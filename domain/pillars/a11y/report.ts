// What a report shows of this pillar alone, read from what its run and pages stored.
import type { Extras, PillarReport, Stored } from "../../report/extraTypes.ts";
import { textOf } from "../../report/stored.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ pages }: Stored): Extras {
  const version = pages.map(({ details }) => textOf(details.axeVersion)).find((one) => one !== null);
  return version ? { facts: [{ label: "axe-core", value: version }] } : {};
}
