import { COMMON_SETTINGS, pages, type Settings, worseBy } from "../settings.ts";
import { FORM_FACTORS, MAX_RUNS } from "./measurements.ts";

const { score, findings } = COMMON_SETTINGS.thresholds.fields.worse.fields;
const WORSE = { score, findings, lcp: worseBy, fcp: worseBy, cls: worseBy, tbt: worseBy, ttfb: worseBy } as const;

/** `runs`: number of Lighthouse runs per page (3 by default; the median counts). `formFactor`: the device (mobile by default). */
export const settings = {
  pages,
  runs: { kind: "number", min: 1, max: MAX_RUNS, whole: true },
  thresholds: {
    kind: "group",
    fields: { ...COMMON_SETTINGS.thresholds.fields, worse: { kind: "group", fields: WORSE } },
  },
  formFactor: { kind: "choice", of: FORM_FACTORS },
} as const satisfies Settings;
