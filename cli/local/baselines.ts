// The first baselines: a service of one command has none of a page that nobody has seen yet.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { CLIENT_EXIT } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { type StartOptions, startRun } from "../client/runs.ts";
import type { Service } from "../client/service.ts";
import { watchRuns } from "../client/watch.ts";

type First = Pick<StartOptions, "project" | "environment" | "browsers"> & {
  /** Those that will be compared. */
  labels: readonly string[];
  /** Where the picture comes from, of a job of the main branch; else {}. */
  facts: CiFacts;
  timeout: number;
  json: boolean;
  note(text: string): void;
};

/** What a first baseline is told to come from: it is main's, so a job of another branch says nothing of its commit. */
export const factsOfFirst = (facts: CiFacts, mainBranch: string): CiFacts => (facts.branch === mainBranch ? facts : {});

const USUAL_BROWSERS = ["chromium"];
const MAX_NAMED = 5;

/** Captures what has no baseline in one of the browsers, and says so. False: it was stopped. */
export async function firstBaselines(service: Service, first: First): Promise<boolean> {
  const { project, environment, browsers = USUAL_BROWSERS, labels, note } = first;
  const missing = await withoutBaseline(service, { project, labels, browsers });
  if (missing.length === 0) return true;
  const names = missing.slice(0, MAX_NAMED).map((label) => `"${label}"`);
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : "";
  note(`No baseline yet for ${names.join(", ")}${more}: their current look becomes the baseline.`);
  const scenarios = missing.length === labels.length ? undefined : missing;
  // Of the main branch: every branch falls back to it.
  const { facts } = first;
  const { runId } = await startRun(service, RUN_WORDS.baseline, { project, environment, scenarios, browsers, facts });
  const runs = [{ runId, title: "First baseline" }];
  const { ended } = await watchRuns(service, { runs, timeout: first.timeout, json: first.json, cancels: true, note });
  for (const { outcome } of ended)
    if (outcome.exit !== CLIENT_EXIT.passed) for (const reason of outcome.reasons) note(`  First baseline: ${reason}`);
  return ended.length > 0;
}

/** The labels that have no baseline in one of the browsers. */
export async function withoutBaseline(
  service: Service,
  { project, labels, browsers = USUAL_BROWSERS }: Pick<First, "project" | "labels" | "browsers">,
): Promise<string[]> {
  const there = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: AnswerAt<"GET", "/api/baselines"> = await service.get("/api/baselines", {
      query: { project: project ?? undefined, cursor },
    });
    for (const { scenarioLabel, browser } of page.baselines) there.add(JSON.stringify([scenarioLabel, browser]));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return labels.filter((label) => browsers.some((one) => !there.has(JSON.stringify([label, one]))));
}
