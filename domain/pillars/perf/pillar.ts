import { PILLAR_WORDS } from "../../words/pillars.ts";
import { RUN_WORDS } from "../../words/runs.ts";
import type { PillarDeclaration } from "../declaration.ts";
import { lighthouseScores } from "../features.ts";
import { report } from "./report.ts";
import { settings } from "./settings.ts";

/** How fast a page is. The lab measures one page at a time, so the window is 1. */
export const perf = {
  ...PILLAR_WORDS.perf,
  words:
    /\b(perf|performance|slow(er|ness)?|speed|fast(er)?|lighthouse|core web vitals|web vitals|lcp|fcp|cls|tbt|ttfb)\b/,
  weight: 14,
  plan: "free",
  features: [lighthouseScores],
  runs: [{ ...RUN_WORDS["perf-test"], workflow: "auditRun" }],
  audit: { queue: "lab", window: 1, site: false, lighthouseSeo: false, sample: 10, settings, report },
} as const satisfies PillarDeclaration;
