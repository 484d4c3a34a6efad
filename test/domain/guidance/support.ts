// A project in good order, from which the tests of guidance take away.
import type { AuditPillar, Pillar } from "../../../domain/audit/pillars.ts";
import {
  DAY_MS,
  type Facts,
  type KnownPage,
  type OpenFinding,
  type PictureFailure,
  type PillarFacts,
  type RunFact,
  type ScenarioFact,
} from "../../../domain/guidance/facts.ts";
import { DEFAULT_GATE } from "../../../domain/health/gateThresholds.ts";
import { qualityScore } from "../../../domain/health/qualityScore.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";

export const NOW = Date.parse("2026-03-31T12:00:00Z");
export const AUDITED = ["visual", "a11y", "perf", "seo", "security", "tracking", "privacy"] as const;

export const run = (pillar: Pillar, more: Partial<RunFact> = {}): RunFact => ({
  runId: `run_${pillar}`,
  type: TYPE_OF_PILLAR[pillar] ?? "vrt-test",
  status: "completed",
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
  notMeasured: 0,
  ...more,
});

export const never = (pillar: Pillar): PillarFacts => pillarOf(pillar, { latest: null, completed: null });

/** The pillars in good order, some of them otherwise. */
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

export const failure = (scenarioLabel: string, more: Partial<PictureFailure> = {}): PictureFailure => ({
  scenarioLabel,
  key: "/",
  selector: "",
  viewport: "desktop",
  browser: "chromium",
  mismatchPercent: 5,
  code: "mismatch",
  message: "Pixels differ.",
  fingerprint: null,
  flaky: false,
  broken: false,
  ...more,
});

export const finding = (pillar: AuditPillar, rule: string, more: Partial<OpenFinding> = {}): OpenFinding => ({
  pillar,
  rule,
  severity: "serious",
  fingerprint: `${pillar}-${rule}-${more.key ?? "/"}-${more.target ?? ""}`,
  key: "/",
  target: "",
  message: `${rule} is broken.`,
  help: "Mend it.",
  isNew: false,
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

export const facts = (more: Partial<Facts> = {}): Facts => ({
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
  failures: [],
  journeys: [],
  findings: [],
  health: [],
  healthBefore: [],
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
