import { pages, type Settings } from "../settings.ts";
import { FORM_FACTORS, MAX_RUNS } from "./measurements.ts";

/** `runs`: Lighthouse runs a page (default 3, the median counts). `formFactor`: the device (default mobile). */
export const settings = {
  pages,
  runs: { kind: "number", min: 1, max: MAX_RUNS, whole: true },
  formFactor: { kind: "choice", of: FORM_FACTORS },
} as const satisfies Settings;
