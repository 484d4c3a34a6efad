// Performs steps in a fresh page and reads how further steps can reach what it then shows: sites that render on the client, or depend
// on a signed-in visitor, show it in no other way.
import { despiteCrashes } from "../../browsers/browserPool.ts";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { DEFAULT_LIMITS } from "../../browsers/page/limits.ts";
import { troubleOf } from "../../browsers/page/trouble.ts";
import type { VisitDeps } from "../../browsers/page/visit.ts";
import { optionsOf, withPage } from "../../browsers/page/withPage.ts";
import { gherkinOf } from "../../domain/functional/create/compose.ts";
import { SCENARIO_LIMITS } from "../../domain/functional/limits.ts";
import { planFeature } from "../../domain/functional/planFeature.ts";
import type { StepDef } from "../../domain/functional/stepDef.ts";
import type { Masker } from "../../domain/functional/values.ts";
import { INSPECTION_MS, type PageInspection, type PageTargets } from "../../domain/inspect/inspection.ts";
import type { Viewport } from "../../domain/visual/shot.ts";
import { openSession } from "../functional/engine/openSession.ts";
import type { Session } from "../functional/engine/session.ts";
import { runSteps } from "../functional/engine/steps.ts";
import { readTargets } from "./readTargets.ts";

export type StepsFirst = {
  after: readonly string[];
  limit: number;
  defs: readonly StepDef[];
  baseUrl: string;
  environment: string | null;
  viewport: Viewport;
  access?: SiteEntry;
  testIdAttribute?: string | undefined;
};

/** The caller waits, so a step that cannot be performed fails sooner than in a run. */
const ACTION_MS = 5_000;
const STEPS_MS = 60_000;

/** Problems of the page or a step are returned; a cancellation is thrown. */
export async function targetsAfter(
  deps: Pick<VisitDeps, "pool" | "explainFailure">,
  wish: StepsFirst,
  signal: AbortSignal,
): Promise<PageInspection<"targets">> {
  const { viewport } = wish;
  const bounds = { signal, totalMs: INSPECTION_MS.targets };
  try {
    return await despiteCrashes(deps.pool, signal, (pool) =>
      withPage(pool, "chromium", optionsOf({ viewport }), bounds, async (lease, guard) => {
        const limits = { ...SCENARIO_LIMITS, actionMs: ACTION_MS, expectMs: ACTION_MS, scenarioMs: STEPS_MS };
        const session = await openSession(lease, guard, {
          ...wish,
          limits,
          layers: null,
          linked: new Map(),
          explainFailure: deps.explainFailure,
        });
        return readAfter(session, wish);
      }),
    );
  } catch (error) {
    signal.throwIfAborted();
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    return { state: "not_seen", code: trouble.code, reason: trouble.message };
  }
}

async function readAfter(session: Session, { after, limit, defs }: StepsFirst): Promise<PageInspection<"targets">> {
  const steps = after.map((text) => ({ keyword: "When" as const, text }));
  const [plan] = planFeature(gherkinOf("Steps", steps), defs);
  const { steps: done, error } = await runSteps(session, plan ?? { ...NO_PLAN }, null, () => undefined);
  const broken = done.find(({ status }) => status !== "passed");
  if (error !== null || broken !== undefined) {
    const why = error?.message ?? broken?.failure?.message ?? "no step definition fits it.";
    return { state: "not_seen", code: "step_failed", reason: `"${broken?.text ?? after[0]}": ${why}`.slice(0, 500) };
  }
  // Of the tab in which the steps ended.
  const { lease, page, guard, traffic, mask } = session;
  const visit = { lease, page, guard, limits: DEFAULT_LIMITS, traffic };
  const seen = await readTargets(visit, { within: null, limit, after: [...after] });
  const finalUrl = mask(page.url()).slice(0, 2_000);
  return { state: "seen", finalUrl, status: 200, loaded: true, data: seen && withoutSecrets(seen, mask) };
}

const NO_PLAN = {
  id: "none",
  name: "None",
  rule: null,
  tags: [],
  place: { line: 1, column: 1 },
  steps: [],
};

/** Texts with a secret of the environment are left out, because they would be written into a feature. */
function withoutSecrets(seen: PageTargets, mask: Masker): PageTargets {
  const isPlain = (text: string | undefined): boolean => text === undefined || mask(text) === text;
  return {
    ...seen,
    title: mask(seen.title),
    headings: seen.headings.filter(({ text }) => isPlain(text)),
    elements: seen.elements.filter(({ name, row, href }) => isPlain(name) && isPlain(row) && isPlain(href)),
    texts: (seen.texts ?? []).filter(({ text }) => isPlain(text)),
  };
}
