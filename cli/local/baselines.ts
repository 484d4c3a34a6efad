// Captures the first baselines, because the service of a single command has none for new pages.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { RUN_WORDS } from "../../domain/words/runs.ts";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { type StartOptions, startRun } from "../client/runs.ts";
import type { Service } from "../client/service.ts";
import { watchRuns } from "../client/watch.ts";

type First = Pick<StartOptions, "project" | "environment" | "browsers"> & {
  /** Labels of the scenarios that will be compared. */
  labels: readonly string[];
  facts: CiFacts;
  mainBranch: string;
  /** Whether a branch may start without any baselines. */
  create: boolean;
  timeout: number;
  json: boolean;
  signal: AbortSignal;
  note(text: string): void;
};

/**
 * Returns the facts that a first baseline is attributed to. It belongs to the main branch, so a job of another branch must not contribute
 * its commit.
 */
export const factsOfFirst = (facts: CiFacts, mainBranch: string): CiFacts => (facts.branch === mainBranch ? facts : {});

const USUAL_BROWSERS = ["chromium"];
const MAX_NAMED = 5;

/**
 * Captures the scenarios that have no baseline in one of the browsers, and prints that. Returns false if it was stopped. Throws
 * ClientError (3) on a branch if no scenario has a baseline: the data folder of main's job is missing, and a branch that creates its own
 * baselines would always pass.
 */
export async function firstBaselines(service: Service, first: First): Promise<boolean> {
  const { project, environment, browsers = USUAL_BROWSERS, labels, note, mainBranch } = first;
  const there = await baselinesThere(service, project);
  const missing = missingIn(there, labels, browsers);
  if (missing.length === 0) return true;
  const { branch = mainBranch } = first.facts;
  if (there.size === 0 && branch !== mainBranch && !first.create) throw noBaselines(branch, mainBranch);
  const names = missing.slice(0, MAX_NAMED).map((label) => `"${label}"`);
  const more = missing.length > names.length ? ` and ${missing.length - names.length} more` : "";
  note(`No baseline yet for ${names.join(", ")}${more}: their current look becomes the baseline.`);
  const scenarios = missing.length === labels.length ? undefined : missing;
  // Attributed to the main branch, because every branch falls back to its baselines.
  const facts = factsOfFirst(first.facts, mainBranch);
  const { timeout, json, signal } = first;
  const what = { project, environment, scenarios, browsers, facts, stop: signal };
  const { runId } = await startRun(service, RUN_WORDS.baseline, what);
  const runs = [{ runId, title: "First baseline" }];
  const { ended } = await watchRuns(service, { runs, timeout, json, cancels: true, signal, note });
  for (const { outcome } of ended)
    if (outcome.exit !== CLIENT_EXIT.passed) for (const reason of outcome.reasons) note(`  First baseline: ${reason}`);
  return ended.length > 0;
}

const noBaselines = (branch: string, mainBranch: string): ClientError =>
  new ClientError(
    CLIENT_EXIT.errored,
    "no_baselines",
    `No baselines to compare with: the data folder has none, and the branch "${branch}" is not "${mainBranch}". Restore the folder that a run on ${mainBranch} kept, or pass --create-baselines to take the current look as the baselines.`,
  );

/** Returns the labels that have no baseline in one of the browsers. */
export async function withoutBaseline(
  service: Service,
  { project, labels, browsers = USUAL_BROWSERS }: Pick<First, "project" | "labels" | "browsers">,
): Promise<string[]> {
  return missingIn(await baselinesThere(service, project), labels, browsers);
}

const keyOf = (label: string, browser: string): string => JSON.stringify([label, browser]);

const missingIn = (there: ReadonlySet<string>, labels: readonly string[], browsers: readonly string[]): string[] =>
  labels.filter((label) => browsers.some((one) => !there.has(keyOf(label, one))));

/** Returns label and browser of every baseline of the project. */
async function baselinesThere(service: Service, project: First["project"]): Promise<Set<string>> {
  const there = new Set<string>();
  let cursor: string | undefined;
  do {
    const page: AnswerAt<"GET", "/api/baselines"> = await service.get("/api/baselines", {
      query: { project: project ?? undefined, cursor },
    });
    for (const { scenarioLabel, browser } of page.baselines) there.add(keyOf(scenarioLabel, browser));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return there;
}
