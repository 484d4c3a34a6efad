// Failures of a functional run as report findings, compared with the previous run.
import type { ScenarioStatus } from "../../../domain/functional/attemptStatus.ts";
import { failureOf } from "../../../domain/functional/scenarioFailure.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { type ScenarioRow, scenariosOfRun } from "../../../models/scenarioRuns/ofRun.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type Failures, MAX_FIXED, type ReportFinding } from "./reportFinding.ts";
import { sinceBefore } from "./sinceBefore.ts";

/** A failure whose screenshot link is created when it is shown. */
export type FunctionalFailure = Omit<ReportFinding, "picture"> & { screenshotId: string | null };

const isWrong = ({ status }: Pick<ScenarioRow, "status">) => status !== "passed";

/** Returns the place as shown to people: "Basket: Empty it, desktop, chromium". */
export const scenarioPlace = ({
  featureName,
  name,
  viewport,
  browser,
}: Pick<ScenarioRow, "featureName" | "name" | "viewport" | "browser">): string =>
  [`${featureName}: ${name}`, viewport, browser].join(", ");

/** Failed scenarios sort before those that could not be run or judged. */
const RANK: Record<ScenarioStatus, number> = { failed: 0, undefined: 1, error: 2, pending: 3, passed: 4 };

/** Returns failures by kind, new ones first; flaky scenarios come last, as warnings. */
export async function functionalFailures(ctx: OperationContext, run: Run): Promise<Failures<FunctionalFailure>> {
  const { now, isNew, mended, previous } = await sinceBefore<ScenarioRow>(ctx, run, {
    of: (runId) => scenariosOfRun(ctx.models, runId),
    key: ({ key }) => key,
    wrong: isWrong,
    fine: ({ status }) => status === "passed",
  });
  const failures = now
    .filter((one) => isWrong(one) || one.flaky)
    .map((one) => ({ one, fresh: isWrong(one) ? isNew(one) : false }))
    .sort(
      (a, b) =>
        RANK[a.one.status] - RANK[b.one.status] ||
        Number(b.fresh === true) - Number(a.fresh === true) ||
        a.one.index - b.one.index,
    )
    .map(({ one, fresh }) => findingOf(one, fresh));
  const fixed = mended.slice(0, MAX_FIXED).map((one) => ({
    rule: failureOf(one)?.cause ?? one.status,
    page: failureOf(one)?.url ?? "",
    message: `${scenarioPlace(one)} passes again.`,
  }));
  return { failures, fixed, fixedCount: mended.length, previous };
}

function findingOf(scenario: ScenarioRow, fresh: boolean | null): FunctionalFailure {
  const failure = failureOf(scenario);
  const { featureId, name, status, attempts, flaky, message } = scenario;
  const said = failure?.evidence[0] ?? message ?? "It has no result.";
  const step = failure?.step;
  return {
    rule: failure?.cause ?? "not_run",
    severity: null,
    outcome: flaky ? "warning" : "failed",
    page: failure?.url ?? "",
    target: scenarioPlace(scenario),
    message: `${flaky ? "It passed only on a retry. " : ""}${step ? `At "${step.text}": ` : ""}${said}`,
    new: fresh,
    help: failure?.advice ?? "Run the feature again.",
    evidence: { featureId, scenario: name, status, attempts, step: step?.index ?? null, said: failure?.evidence ?? [] },
    screenshotId: failure?.screenshotId ?? null,
  };
}

/** Adds the signed link to the failure. */
export function withScreenshot(
  ctx: OperationContext,
  { screenshotId, ...finding }: FunctionalFailure,
  linksForMs?: number,
): ReportFinding {
  return { ...finding, picture: screenshotId === null ? null : artifactLink(ctx, screenshotId, linksForMs) };
}
