// What a person calls a run → how it is started, what its status answers look like.

import { wrongUse } from "./exit.ts";
import type { CiFacts } from "./facts.ts";
import { newIdempotencyKey, type Service } from "./service.ts";

/** Words of the command line, each with how it is started: by its type of POST /api/ci/run, or as a part of a full audit. */
export const RUN_WORDS = {
  visual: { title: "Visual test", ci: "test" },
  baseline: { title: "Baseline capture", ci: "baseline" },
  perf: { title: "Performance", ci: "perf" },
  a11y: { title: "Accessibility", ci: "a11y" },
  seo: { title: "SEO", ci: "seo" },
  security: { title: "Security", ci: "security" },
  tracking: { title: "Tracking", ci: "tracking" },
  privacy: { title: "Privacy", part: "privacy" },
  functional: { title: "Functional tests", part: "functional" },
  all: { title: "Full audit", part: null },
} as const;
export type RunWord = keyof typeof RUN_WORDS;

/** Other names that people type. */
const ALIASES: Record<string, RunWord> = {
  test: "visual",
  vrt: "visual",
  performance: "perf",
  accessibility: "a11y",
  analytics: "tracking",
  frt: "functional",
  "full-audit": "all",
};

/** Throws ClientError (2) for a word that is no run. */
export function runWord(word: string): RunWord {
  const known = Object.hasOwn(RUN_WORDS, word) ? (word as RunWord) : ALIASES[word];
  if (known) return known;
  throw wrongUse(`"${word}" is no kind of run: use ${Object.keys(RUN_WORDS).join(", ")}.`);
}

export type RunStatus = {
  runId: string;
  projectId: string;
  type: string;
  status: "running" | "completed" | "failed";
  environmentName?: string;
  duration?: number;
  summary: Summary | null;
  error: string | null;
  perfBudgetResult: { pass: boolean; violations: string[] } | null;
  perfScore?: number;
  seoScore?: number;
  children?: { runId: string; type: string; status: string }[];
  progress?: { phase: string; done: number; total: number };
  stale?: boolean;
};
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
  flaky?: number;
  score?: number | null;
  new?: number;
  fixed?: number;
  pages?: number;
  notMeasured?: number;
  pageErrors?: number;
};

const PAGES = ["scenarios", "templates", "crawl"] as const;
export type Pages = (typeof PAGES)[number];
/** Runs that can visit the pages of a crawl. */
const OF_SITES: ReadonlySet<RunWord> = new Set(["perf", "a11y", "seo", "security", "privacy", "all"]);

/** Throws ClientError (2) for a word that names no pages, and where no run of these can visit them. */
export function readPages(
  text: string | undefined,
  words: readonly RunWord[],
  scenarios: readonly string[] | undefined,
): Pages | undefined {
  if (text === undefined) return undefined;
  const pages = PAGES.find((one) => one === text);
  if (!pages) throw wrongUse(`--pages takes ${PAGES.join(", ")}, not "${text}".`);
  if (!words.some((word) => OF_SITES.has(word)))
    throw wrongUse(`--pages is for audits: add one of ${[...OF_SITES].join(", ")}.`);
  if (pages !== "scenarios" && scenarios) throw wrongUse("--pages takes the pages from a crawl: leave --scenario out.");
  return pages;
}

export type StartOptions = {
  project: string | null;
  environment: string | null;
  scenarios?: string[];
  pages?: Pages;
  browsers?: string[];
  perfBudgets?: Record<string, number>;
  facts: CiFacts;
};
/** `message`: what the service says of it. */
export type Started = { runId: string; word: RunWord; message?: string };

/** Starts one run. Asked again after a lost answer it starts nothing twice. */
export async function startRun(service: Service, word: RunWord, options: StartOptions): Promise<Started> {
  const { project, environment, scenarios, pages, browsers, perfBudgets, facts } = options;
  const row: { ci?: string; part?: string | null } = RUN_WORDS[word];
  const place = {
    project: project ?? undefined,
    environment: environment ?? undefined,
    scenarios,
    ...(pages && OF_SITES.has(word) && { pages }),
    browsers,
  };
  const idempotencyKey = newIdempotencyKey();
  if (row.ci !== undefined) {
    const body = { ...place, ...facts, type: row.ci, ...(word === "perf" && perfBudgets ? { perfBudgets } : {}) };
    const { runId, message } = await service.post<{ runId: string; message: string }>("/api/ci/run", {
      ...{ body, idempotencyKey },
    });
    return { runId, word, message };
  }
  const { branch, baseBranch, commitSha, prNumber } = facts;
  const body = { ...place, branch, baseBranch, commitSha, prNumber, ...(row.part ? { pillars: [row.part] } : {}) };
  const { runId } = await service.post<{ runId: string }>("/api/ci/full-audit", { body, idempotencyKey });
  return { runId, word };
}

export const readStatus = (service: Service, runId: string, signal?: AbortSignal): Promise<RunStatus> =>
  service.get(`/api/ci/status/${encodeURIComponent(runId)}`, signal ? { signal } : {});

export const cancelRun = (service: Service, runId: string): Promise<{ message: string }> =>
  service.post(`/api/ci/runs/${encodeURIComponent(runId)}/cancel`, {
    patience: 10_000,
    idempotencyKey: newIdempotencyKey(),
  });

/** What people call a run of a type that a status answer names. */
export function titleOfType(type: string): string {
  return TITLES[type] ?? type;
}
const TITLES: Record<string, string> = {
  "vrt-test": RUN_WORDS.visual.title,
  baseline: RUN_WORDS.baseline.title,
  "perf-test": RUN_WORDS.perf.title,
  "a11y-test": RUN_WORDS.a11y.title,
  "seo-test": RUN_WORDS.seo.title,
  "security-test": RUN_WORDS.security.title,
  "tracking-test": RUN_WORDS.tracking.title,
  "privacy-test": RUN_WORDS.privacy.title,
  "frt-test": RUN_WORDS.functional.title,
  "full-suite": RUN_WORDS.all.title,
};
