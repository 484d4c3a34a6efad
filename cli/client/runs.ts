// What a person calls a run → how it is started, what its status answers look like.

import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { PAGE_CHOICES, type PageChoice } from "../../domain/words/pages.ts";
import { PILLAR_WORDS, type PillarWords } from "../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";
import { isMeasured } from "./budgets.ts";
import { wrongUse } from "./exit.ts";
import type { CiFacts } from "./facts.ts";
import { newIdempotencyKey, type Service } from "./service.ts";

const RUNS: readonly RunWords[] = Object.values(RUN_WORDS);

/** What the command line calls the kinds of runs. */
export const KINDS: readonly string[] = RUNS.map(({ word }) => word);

/** The run of everything. */
export const FULL = RUN_WORDS["full-suite"];

/** Throws ClientError (2) for a word that is no run. */
export function runNamed(word: string): RunWords {
  const known = RUNS.find((run) => run.word === word) ?? RUNS.find(({ also }) => also?.includes(word));
  if (known) return known;
  throw wrongUse(`"${word}" is not a run type: use ${KINDS.join(", ")}.`);
}

export const runOfType = (type: string): RunWords | undefined => RUNS.find((run) => run.type === type);
export const pillarNamed = (name: string | null): PillarWords | undefined =>
  Object.values<PillarWords>(PILLAR_WORDS).find((pillar) => pillar.name === name);

/** Whether the run measures figures that budgets may limit. */
export const takesBudgets = ({ pillar }: RunWords): boolean => pillarNamed(pillar)?.metrics === true;

/** What a terminal and report files call a run: an audit by its pillar. Report files hold it, so it stays as it is. */
export function titleOf({ name, pillar }: RunWords): string {
  const of = pillarNamed(pillar);
  return of?.parts === "pages" ? of.title : name;
}

/** A run's summary depends on its type: what commands print of it. */
export type RunStatus = Omit<AnswerAt<"GET", "/api/ci/status/{runId}">, "summary"> & { summary: Summary | null };
export type Summary = {
  /** What the run came to, in the words of every face. */
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
  /** What an audit may not be worse than. */
  worse?: { message: string };
  flaky?: number;
  score?: number | null;
  new?: number;
  fixed?: number;
  /** What new and fixed are counted from, in words. */
  against?: string;
  pages?: number;
  notMeasured?: number;
  pageErrors?: number;
};

/** Throws ClientError (2) for a word that names no pages, and where no run of these can visit them. */
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
  /** Where the site of the branch runs, in place of the environment's address. */
  baseUrl?: string;
  /** Where its browsers stand, in place of the environment's location. */
  location?: string;
  scenarios?: string[];
  pages?: PageChoice;
  browsers?: string[];
  perfBudgets?: Record<string, number>;
  /** A run, a branch or an environment to compare with. */
  against?: string;
  /** By how much audits may be worse than the run they are compared with. */
  worse?: Record<string, number>;
  /** Only what failed in the last run. */
  failed?: boolean;
  facts: CiFacts;
  /** Of a full audit: these alone. */
  pillars?: string[];
  /** One that was stored before: a start that nobody heard the end of. */
  idempotencyKey?: string;
};
/** `message`: what the service says of it. `started` false: nothing failed in the last run, which `runId` then is. */
export type Started = { runId: string; run: RunWords; message?: string; started: boolean };

/** Starts one run. Asked again after a lost answer it starts nothing twice. */
export async function startRun(service: Service, run: RunWords, options: StartOptions): Promise<Started> {
  const { project, environment, baseUrl, location, scenarios, pages, browsers, perfBudgets, facts, against, failed } =
    options;
  const worse = worseOf(run, options.worse);
  const { idempotencyKey = newIdempotencyKey() } = options;
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
    const { runId, message, started } = await service.post("/api/ci/run", { body, idempotencyKey });
    return { runId, run, message, started: started !== false };
  }
  // CI's list of types is closed: a run that it lacks is started as a part of a full audit.
  // Its body has no address of a pull request and no CI system.
  const { prUrl: _, ciProvider: __, ...told } = facts;
  const pillars = run.pillar === null ? options.pillars : [run.pillar];
  const body = { ...place, ...told, pillars };
  const { runId, message, started } = await service.post("/api/ci/full-audit", { body, idempotencyKey });
  return { runId, run, message, started: started !== false };
}

/** The figures that the run has; undefined: none of them. */
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
    patience: 10_000,
    idempotencyKey: newIdempotencyKey(),
  });

/** What people call a run of a type that a status answer names. */
export function titleOfType(type: string): string {
  const run = runOfType(type);
  return run ? titleOf(run) : type;
}
