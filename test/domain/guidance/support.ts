// A project without any problem, which the guidance tests modify.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import {
  DAY_MS,
  type Facts,
  type KnownPage,
  type OpenProblem,
  type PillarFacts,
  type RunFact,
  type ScenarioFact,
} from "../../../domain/guidance/facts.ts";
import { DEFAULT_GATE } from "../../../domain/health/gateThresholds.ts";
import type { GateRun } from "../../../domain/health/gateTypes.ts";
import { ownFailures } from "../../../domain/health/ownFailures.ts";
import { qualityScore } from "../../../domain/health/qualityScore.ts";
import { isFresh, priorityOf } from "../../../domain/problems/priority.ts";
import type { ProblemPlace } from "../../../domain/problems/problem.ts";
import { newFindingsOf } from "../../../domain/problems/standing.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";

export const NOW = Date.parse("2026-03-31T12:00:00Z");
export const AUDITED = ["visual", "a11y", "perf", "seo", "security", "tracking", "privacy"] as const;

export const run = (pillar: Pillar, more: Partial<RunFact> = {}): RunFact => ({
  runId: `run_${pillar}`,
  type: TYPE_OF_PILLAR[pillar] ?? "vrt-test",
  status: "completed",
  scenarios: null,
  place: {},
  at: NOW - DAY_MS,
  error: null,
  sentence: "What the run came to.",
  score: 100,
  verdict: "pass",
  startingPoint: null,
  reasons: [],
  counts: pillar === "visual" ? { total: 4, passed: 4, approved: 0, noBaseline: 0 } : null,
  budget: null,
  ...more,
});

export const pillarOf = (pillar: Pillar, more: Partial<PillarFacts> = {}): PillarFacts => ({
  pillar,
  locked: false,
  latest: run(pillar),
  completed: run(pillar),
  gate: null,
  ...more,
});

/** The newest run as the gate sees it, with its problems. */
function gateOf({ pillar, latest }: PillarFacts, problems: readonly OpenProblem[]): GateRun | null {
  if (latest === null) return null;
  const { runId, status, counts, sentence, score, startingPoint } = latest;
  if (status !== "completed") return { runId, state: status, why: latest.error };
  if (counts) return { runId, state: "counted", ...counts, sentence };
  const own = problems.filter((one) => one.pillar === pillar && one.runId === runId);
  const found = own.map((one) => ({
    ...one,
    cause: one.id,
    setAside: false,
    added: startingPoint === null ? isFresh(one.status) : null,
  }));
  return { runId, state: "audited", score, failures: ownFailures(latest), findings: newFindingsOf(found) };
}

export const never = (pillar: Pillar): PillarFacts => pillarOf(pillar, { latest: null, completed: null });

/** The pillars without problems, with some of them replaced. */
export const pillars = (...others: PillarFacts[]): PillarFacts[] =>
  AUDITED.map((pillar) => others.find((one) => one.pillar === pillar) ?? pillarOf(pillar));

export const scenario = (label: string, key: string, more: Partial<ScenarioFact> = {}): ScenarioFact => ({
  id: `scn_${label}`,
  label,
  key,
  withoutBaseline: [],
  viewports: 3,
  ...more,
});

/** An ongoing serious finding on "/", one of two pages. */
export const problem = (pillar: Pillar, rule: string, more: Partial<OpenProblem> = {}): OpenProblem => {
  const { places = [place("/")], placeCount = places.length, knownPlaces = 2 } = more;
  const whole = {
    id: `${pillar} ${rule}`,
    pillar,
    rule,
    severity: "serious" as const,
    kind: "failed" as const,
    status: "ongoing" as const,
    title: `${rule} is broken.`,
    sentence: `${rule} is broken.`,
    help: "Fix it.",
    evidence: {},
    runId: `run_${pillar}`,
    ...more,
    places,
    placeCount,
    knownPlaces,
  };
  return { priority: priorityOf(whole, knownPlaces), ...whole };
};

/** A new change of these scenarios' desktop screenshots, out of four; the first shows it best. */
export const change = (labels: [string, ...string[]], more: Partial<OpenProblem> = {}): OpenProblem =>
  problem("visual", "mismatch", {
    status: "new",
    title: "Pixels differ.",
    sentence: "Pixels differ.",
    places: labels.map((label) => place("/", { label, viewport: "desktop", browser: "chromium" })),
    knownPlaces: 4,
    evidence: { scenario: labels[0], viewport: "desktop" },
    ...more,
  });

export const place = (page: string, more: Partial<ProblemPlace> = {}): ProblemPlace => ({
  page,
  label: "",
  viewport: "",
  browser: "",
  ...more,
});

export const known = (key: string, more: Partial<KnownPage> = {}): KnownPage => ({
  key,
  title: "",
  source: "crawl",
  group: "",
  depth: null,
  ...more,
});

export const facts = (more: Partial<Facts> = {}): Facts => {
  const given = whole(more);
  return { ...given, pillars: given.pillars.map((one) => ({ ...one, gate: one.gate ?? gateOf(one, given.problems) })) };
};

const whole = (more: Partial<Facts>): Facts => ({
  now: NOW,
  project: "shop",
  projectName: "Shop",
  baseUrl: "https://shop.example",
  environment: null,
  mainBranch: "main",
  plan: "enterprise",
  mayChange: true,
  thresholds: DEFAULT_GATE,
  scenarios: [scenario("Home", "/"), scenario("Cart", "/cart")],
  tracking: { pages: 1, events: 1 },
  knownPages: [known("/"), known("/cart")],
  crawled: true,
  running: [],
  baselineRun: null,
  pillars: pillars(),
  problems: [],
  health: [],
  healthBefore: [],
  change: { before: null, change: null, points: {}, movedBy: [] },
  quality: qualityScore(AUDITED.map((pillar) => ({ pillar, score: 80 }))),
  ...more,
});

/** A project in which nothing has been done. */
export const empty = (): Facts =>
  facts({
    scenarios: [],
    tracking: { pages: 0, events: 0 },
    knownPages: [known("/", { source: "base" })],
    crawled: false,
    pillars: AUDITED.map(never),
    quality: qualityScore([]),
  });
