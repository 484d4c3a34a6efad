// State of the first-project flow, and the initial selection of pages.

import type { AppProposals } from "../../../../api/endpoints/answers/app/setup.ts";
import { plural } from "../../lib/format.ts";

export type Proposal = AppProposals["proposals"][number];

export const STEPS = ["Address", "Crawl", "Scenarios", "Baseline", "First result"] as const;

/** State kept in the address. */
export type Place = { project: string; job: string; baseline: string; run: string };

/** Returns the current step, counted from 0. */
export function stepOf({ project, job, baseline, run }: Place, crawled: boolean): number {
  if (!project) return 0;
  if (run) return 4;
  if (baseline) return 3;
  return job && !crawled ? 1 : 2;
}

/** Number of initially selected scenarios: enough to be useful, few enough to be quick. */
const FIRST = 8;

/** Returns the initial selection: the first proposals, which cover the most pages. */
export const firstChoice = (proposals: readonly Proposal[]): readonly Proposal[] => proposals.slice(0, FIRST);

/** Completes the typed address: without a scheme it becomes https, or http for localhost. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  if (text === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return /^(?:localhost|127\.|\[::1\])/i.test(text) ? `http://${text}` : `https://${text}`;
}

/** Returns the path of a page, for a caption. */
export function pathOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? parsed.pathname + parsed.search : url;
}

/** Counts blockers first; warnings only if nothing blocks. */
export function setupSentence(checks: readonly { state: string }[]): string {
  const count = (state: string): number => checks.filter((check) => check.state === state).length;
  const blockers = count("blocker");
  const warnings = count("warning");
  if (blockers > 0) return `${blockers === 1 ? "One thing blocks" : `${blockers} things block`} tests.`;
  if (warnings > 0) return `Tests can run. ${plural(warnings, "recommendation")}.`;
  return "Everything is set up. Tests can run.";
}
