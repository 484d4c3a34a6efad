// Measures how often a goal becomes the intended scenario, and how often that scenario passes: sixty goals on three sites of the benchmark.
import { runAttempt } from "../../activities/functional/engine/attempt.ts";
import { inspectAddress } from "../../activities/inspect/inspectPage.ts";
import { targetsAfter } from "../../activities/inspect/targetsAfter.ts";
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { readConfig } from "../../domain/config.ts";
import { readGoal } from "../../domain/functional/create/clauses.ts";
import {
  type Composed,
  compose,
  gherkinOf,
  type ReadAfter,
  type ReadPage,
} from "../../domain/functional/create/compose.ts";
import { controlsOf } from "../../domain/functional/create/pages.ts";
import { BUILTIN_STEP_DEFS } from "../../domain/functional/library/index.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import type { PageInspection } from "../../domain/inspect/inspection.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { GOALS, type Goal, type SiteName } from "./goals.ts";
import { READER, startBooksSite } from "./sites/books.ts";
import { startTasksSite } from "./sites/tasks.ts";

/** Minimum share of goals whose scenario is right and passes. */
const BARS = { plain: 0.7, quoted: 0.95 } as const;
const LIMIT = 100;
const viewport = DEFAULT_VIEWPORTS.desktop;

export type Measured = {
  goal: Goal;
  composed: Composed;
  /** Sentences after the page has been opened and its banner closed. */
  steps: string[];
  isRight: boolean;
  /** null if the scenario passed. */
  failure: string | null;
};

/** Runs the benchmark on all goals, on one half, or on a single goal by its index. */
export async function benchGoals(args: readonly string[], log: (line: string) => void): Promise<string> {
  const half = args.find((one) => one === "built" || one === "measured");
  const place = Number(args.find((one) => /^\d+$/.test(one)) ?? 0);
  const wanted = GOALS.filter((goal, at) => (place ? at + 1 === place : half === undefined || goal.half === half));
  const sites = {
    shop: await startDemoSite({ variant: "good" }),
    tasks: await startTasksSite(),
    books: await startBooksSite(),
  };
  const pool = createBrowserPool();
  try {
    const measured: Measured[] = [];
    for (const goal of wanted) {
      const one = await measure(pool, goal, sites[goal.site].url);
      measured.push(one);
      const verdict = one.isRight && one.failure === null ? "right" : one.isRight ? "fails" : "other";
      log(`${measured.length}/${wanted.length} ${verdict}: ${goal.goal.slice(0, 90)}`);
    }
    return report(measured);
  } finally {
    await pool.close();
    await Promise.all(Object.values(sites).map((site) => site.close()));
  }
}

async function measure(pool: BrowserPool, goal: Goal, baseUrl: string): Promise<Measured> {
  const access: SiteEntry = { origin: new URL(baseUrl).origin, secrets: { ...READER } };
  const signal = new AbortController().signal;
  const place = { baseUrl, environment: "Bench", viewport, access };
  const readPage: ReadPage = async (path) => {
    const request = {
      projectId: "bench",
      environmentId: null,
      url: new URL(path, baseUrl).href,
      viewport,
      what: "targets" as const,
      wish: { within: null, limit: LIMIT },
    };
    const deps = { config: readConfig({}), visit: { pool } } as unknown as Parameters<typeof inspectAddress>[0];
    const look = (await inspectAddress(deps, request, access, signal, () => undefined)) as PageInspection<"targets">;
    return look.state === "seen" && look.data ? controlsOf(look.data) : null;
  };
  const readAfter: ReadAfter = async (after) => {
    const look = await targetsAfter({ pool }, { ...place, after, limit: LIMIT, defs: BUILTIN_STEP_DEFS }, signal);
    if (look.state === "not_seen" || look.data === null) return null;
    const { pathname, search } = new URL(look.finalUrl);
    return { path: `${pathname}${search}`, controls: controlsOf(look.data), texts: look.data.texts ?? [] };
  };
  const composed = await compose(goal.start, readGoal(goal.goal).clauses, readPage, readAfter);
  const steps = composed.steps.filter(({ keyword }) => keyword !== "Given").map(({ text }) => text);
  const isRight = composed.unresolved.length === 0 && isAsMeant(steps, goal);
  const failure = isRight ? await failureOf(pool, composed, place, signal) : null;
  return { goal, composed, steps, isRight, failure };
}

const isAsMeant = (steps: readonly string[], { steps: meant }: Goal): boolean =>
  steps.length === meant.length &&
  meant.every((one, at) => (typeof one === "string" ? one === steps[at] : one.includes(steps[at] ?? "")));

type Place = { baseUrl: string; environment: string; access: SiteEntry; viewport: typeof viewport };

/** Returns why the scenario fails, or null if it passes. */
async function failureOf(
  pool: BrowserPool,
  { steps }: Composed,
  place: Place,
  signal: AbortSignal,
): Promise<string | null> {
  const [scenario] = planFeature(gherkinOf("A goal", steps), BUILTIN_STEP_DEFS);
  if (!scenario) return "no scenario";
  const attempted = await runAttempt(
    { pool, now: () => new Date(), store: async () => "not kept" },
    { scenario, attempt: 1, browser: "chromium", tracking: { verify: false, layers: [] }, trace: false, ...place },
    signal,
    () => undefined,
  );
  if (attempted.status === "passed") return null;
  const broken = attempted.steps.find(({ status }) => status !== "passed");
  return attempted.error?.message ?? `${broken?.text}: ${broken?.failure?.message ?? broken?.status}`;
}

const isGood = ({ isRight, failure }: Measured): boolean => isRight && failure === null;
const share = (good: number, all: number): string =>
  all === 0 ? "–" : `${good} of ${all} (${Math.round((100 * good) / all)} %)`;

function report(measured: readonly Measured[]): string {
  const sites: SiteName[] = ["shop", "tasks", "books"];
  const rows = (["built", "measured"] as const).flatMap((half) =>
    (["plain", "quoted"] as const).map((kind) => {
      const of = measured.filter(({ goal }) => goal.half === half && goal.kind === kind);
      const good = of.filter(isGood).length;
      const bySite = sites.map((site) => {
        const here = of.filter(({ goal }) => goal.site === site);
        return share(here.filter(isGood).length, here.length);
      });
      const met = of.length === 0 ? "" : good >= BARS[kind] * of.length ? "met" : "missed";
      return [
        half === "built" ? "written with the rules" : "the other half",
        kind,
        share(good, of.length),
        ...bySite,
        `≥ ${BARS[kind] * 100} %`,
        met,
      ];
    }),
  );
  const missing = measured
    .filter((one) => !isGood(one))
    .flatMap(({ goal, composed, steps, isRight, failure }) => [
      `${goal.half}, ${goal.kind}, ${goal.site} ${goal.start}: ${goal.goal}`,
      ...composed.unresolved.map(({ clause, reason }) => `    open: ${clause}: ${reason}`),
      ...(isRight ? [`    fails: ${failure}`] : steps.map((text) => `    ${text}`)),
    ]);
  return [
    table(["goals", "kind", "right and passing", ...sites, "bar", ""], rows),
    ...(missing.length > 0 ? ["", "What is missing:", ...missing] : []),
  ].join("\n");
}
