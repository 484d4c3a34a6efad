// Names of runs on the command line, how each is started, and the shape of its status.

import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { PAGE_CHOICES, type PageChoice } from "../../domain/words/pages.ts";
import { PILLAR_WORDS, type PillarWords } from "../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";
import { isMeasured } from "./budgets.ts";
import { wrongUse } from "./exit.ts";
import type { CiFacts } from "./facts.ts";
import { type Call, newIdempotencyKey, type Service } from "./service.ts";

const RUNS: readonly RunWords[] = Object.values(RUN_WORDS);

/** Names of the run types on the command line. */
export const KINDS: readonly string[] = RUNS.map(({ word }) => word);

/** The run of all pillars. */
export const FULL = RUN_WORDS["full-suite"];

/** Throws ClientError (2) if the word is not a run type. */
export function runNamed(word: string): RunWords {
  const known = RUNS.find((run) => run.word === word) ?? RUNS.find(({ also }) => also?.includes(word));
  if (known) return known;
  throw wrongUse(`"${word}" is not a run type: use ${KINDS.join(", ")}.`);
}

export const runOfType = (type: string): RunWords | undefined => RUNS.find((run) => run.type === type);
export const pillarNamed = (name: string | null): PillarWords | undefined =>
  Object.values<PillarWords>(PILLAR_WORDS).find((pillar) => pillar.name === name);

/** Whether the run measures figures that budgets can limit. */
export const takesBudgets = ({ pillar }: RunWords): boolean => pillarNamed(pillar)?.metrics === true;

/** Returns the title of a run in terminals and report files; an audit is named after its pillar. Report files contain it, so it must not change. */
export function titleOf({ name, pillar }: RunWords): string {
  const of = pillarNamed(pillar);
  return of?.parts === "pages" ? of.title : name;
}

/** A run's summary depends on its type; this covers what commands print of it. */
export type RunStatus = Omit<AnswerAt<"GET", "/api/ci/status/{runId}">, "summary"> & { summary: Summary | null };
export type Summary = {
  /** The result in one sentence, the same in every client. */
  sentence?: string;
  verdict?: "pass" | "fail";
  reasons?: string[];
  total?: number;
  passed?: number;
  failed?: number;
  errors?: number;
  noBaseline?: number;
  changes?: number;
  changedScreenshots?: number;
  approvals?: string[];
  comparedWith?: string[];
  baselinesKept?: string;
  /** What an audit must not be worse than. */
  worse?: { message: string };
  flaky?: number;
  score?: number | null;
  new?: number;
  fixed?: number;
  /** What new and fixed findings are counted against, in words. */
  against?: string;
  pages?: number;
  notMeasured?: number;
  pageErrors?: number;
};

/** Throws ClientError (2) for an invalid choice of pages, and if none of the runs can visit them. */
export function readPages(
  text: string | undefined,
  runs: readonly RunWords[],
  scenarios: readonly string[] | undefined,
): PageChoice | undefined {
  if (text === undefined) return undefined;
  const pages = PAGE_CHOICES.find((one) => one === text);
  if (!pages) throw wrongUse(`--pages takes ${PAGE_CHOICES.join(", ")}, not "${text}".`);
  if (!runs.some(({ crawls }) => crawls)) {
    const audits = RUNS.filter(({ crawls }) => crawls).map(({ word }) => word);
    throw wrongUse(`--pages needs an audit: add one of ${audits.join(", ")}.`);
  }
  if (pages !== "scenarios" && scenarios) throw wrongUse("--pages takes the pages from a crawl: omit --scenario.");
  return pages;
}

export type StartOptions = {
  project: string | null;
  environment: string | null;
  /** URL of the branch's site, instead of the environment's URL. */
  baseUrl?: string;
  /** Location of the browsers, instead of the environment's location. */
  location?: string;
  scenarios?: string[];
  pages?: PageChoice;
  browsers?: string[];
  perfBudgets?: Record<string, number>;
  /** A run, a branch or an environment to compare with. */
  against?: string;
  /** How much worse audits may be than the reference run. */
  worse?: Record<string, number>;
  /** Only what failed in the last run. */
  failed?: boolean;
  facts: CiFacts;
  /** For a full audit: only these pillars. */
  pillars?: string[];
  /** Key of an earlier start whose outcome is unknown. */
  idempotencyKey?: string;
} & Pick<Call, "stop" | "stored">;
/** `message`: the service's response in words. `started` is false if nothing failed in the last run; `runId` is then that run. */
export type Started = { runId: string; run: RunWords; message?: string; started: boolean };

/** Starts one run. Retrying after a lost response does not start a second one. */
export async function startRun(service: Service, run: RunWords, options: StartOptions): Promise<Started> {
  const { project, environment, baseUrl, location, scenarios, pages, browsers, perfBudgets, facts, against, failed } =
    options;
  const worse = worseOf(run, options.worse);
  const { idempotencyKey = newIdempotencyKey(), stop, stored } = options;
  const place = {
    project: project ?? undefined,
    environment: environment ?? undefined,
    baseUrl,
    location,
    scenarios,
    pages: run.crawls ? pages : undefined,
    browsers,
    against,
    failed,
    worse,
  };
  if (run.ci) {
    const budgets = takesBudgets(run) ? perfBudgets : undefined;
    const body = { ...place, ...facts, type: run.trigger, perfBudgets: budgets };
    const { runId, message, started } = await service.post("/api/ci/run", { body, idempotencyKey, stop, stored });
    return { runId, run, message, started: started !== false };
  }
  // The CI endpoint's list of types is closed, so other runs are started as part of a full audit.
  // That body has no pull request URL and no CI system.
  const { prUrl: _, ciProvider: __, ...told } = facts;
  const pillars = run.pillar === null ? options.pillars : [run.pillar];
  const body = { ...place, ...told, pillars };
  const { runId, message, started } = await service.post("/api/ci/full-audit", { body, idempotencyKey, stop, stored });
  return { runId, run, message, started: started !== false };
}

/** Returns the figures that apply to the run; undefined if none do. */
function worseOf(run: RunWords, worse: StartOptions["worse"]): StartOptions["worse"] {
  const isAudit = run.pillar === null || pillarNamed(run.pillar)?.parts === "pages";
  if (!worse || !isAudit) return undefined;
  const all = run.pillar === null || takesBudgets(run);
  const own = Object.entries(worse).filter(([name]) => all || !isMeasured(name));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

export const readStatus = (service: Service, runId: string, signal?: AbortSignal): Promise<RunStatus> =>
  service.get("/api/ci/status/{runId}", { params: { runId }, signal });

export const cancelRun = (service: Service, runId: string): Promise<{ message: string }> =>
  service.post("/api/ci/runs/{runId}/cancel", {
    params: { runId },
    retryForMs: 10_000,
    idempotencyKey: newIdempotencyKey(),
  });

/** Returns the title of a run by the type in its status. */
export function titleOfType(type: string): string {
  const run = runOfType(type);
  return run ? titleOf(run) : type;
}
