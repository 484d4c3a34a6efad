// Scenarios made by hand, run in a real browser against a test site.
import { type Attempted, type AttemptRequest, runAttempt } from "../../../../activities/functional/engine/attempt.ts";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { PlannedScenario } from "../../../../domain/functional/plan.ts";
import type { Action } from "../../../../domain/functional/stepDef.ts";
import type { Locator } from "../../../../domain/functional/target.ts";
import { DEFAULT_VIEWPORTS } from "../../../../domain/visual/shot.ts";

/** A step given by its actions, or a sentence without a matching definition. */
export type HandStep = Action | Action[] | { says: string; actions: Action[]; table?: string[][] } | string;

export function scenarioOf(steps: readonly HandStep[]): PlannedScenario {
  return {
    id: "by-hand",
    name: "By hand",
    rule: null,
    tags: [],
    place: { line: 2, column: 3 },
    steps: steps.map((step, index) => {
      const sentence = typeof step === "string" ? step : "says" in step ? step.says : `step ${index + 1}`;
      const actions =
        typeof step === "string" ? [] : Array.isArray(step) ? step : "actions" in step ? step.actions : [step];
      const table = typeof step === "object" && "table" in step ? step.table : undefined;
      return {
        index,
        keyword: "When",
        text: sentence,
        place: { line: index + 3, column: 5 },
        argument: table === undefined ? null : { kind: "table", rows: table },
        state: typeof step === "string" ? "undefined" : "prepared",
        stepDefId: typeof step === "string" ? null : `def-${index + 1}`,
        candidates: [],
        problem: typeof step === "string" ? "No step definition fits the sentence." : null,
        args: {},
        actions: actions.map((action, at) => ({ action, stepDefId: `def-${index + 1}`, index: at })),
      };
    }),
  };
}

/** For an expectation that fails, which takes the whole time. Steps that pass keep the usual limits, which a busy machine needs. */
export const QUICK_EXPECT = { limits: { expectMs: 1_000 } };
/** For an action that fails: its element must be found, and what it saw be read, on a busy machine too. */
export const QUICK = { limits: { ...QUICK_EXPECT.limits, actionMs: 5_000 } };

export const css = (value: string) => ({ locators: [{ by: "css", value } satisfies Locator] });
export const text = (value: string) => ({ locators: [{ by: "text", value } satisfies Locator] });
export const role = (value: string, name?: string) => ({ locators: [{ by: "role", value, name } satisfies Locator] });
export const label = (value: string) => ({ locators: [{ by: "label", value } satisfies Locator] });

export type Ran = Attempted & { stored: Map<string, { bytes: Uint8Array; contentType: string }> };

export async function run(
  pool: BrowserPool,
  baseUrl: string,
  steps: readonly HandStep[],
  options: Partial<AttemptRequest> = {},
): Promise<Ran> {
  const stored: Ran["stored"] = new Map();
  const attempted = await runAttempt(
    {
      pool,
      now: () => new Date("2026-01-01T00:00:00Z"),
      async store(bytes, contentType) {
        const id = `artifact-${stored.size + 1}`;
        stored.set(id, { bytes, contentType });
        return id;
      },
    },
    {
      scenario: scenarioOf(steps),
      attempt: 1,
      baseUrl,
      environment: "Test",
      browser: "chromium",
      viewport: DEFAULT_VIEWPORTS.desktop,
      tracking: { verify: false, layers: ["dataLayer"] },
      trace: false,
      ...options,
    },
    new AbortController().signal,
    () => undefined,
  );
  return { ...attempted, stored };
}

/** Returns the status of each step with the failure's message, and the attempt's error. */
export const outcome = ({ steps, error }: Attempted): string[] => [
  ...steps.map(({ status, failure }) => (failure ? `${status}: ${failure.message}` : status)),
  ...(error ? [`error ${error.code}: ${error.message}`] : []),
];
