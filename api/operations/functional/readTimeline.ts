// One attempt of a scenario, step by step, with links that the dashboard can open.
import { given } from "../../../domain/given.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { traceViewerPath } from "../../lib/publicLink.ts";
import { runOf } from "../trends/compare.ts";
import { readTimeline, type ScenarioChoice, verdictView } from "./readFeatureRun.ts";

const MAX_SCENARIOS = 500;

export async function readRunTimeline(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, ...choice }: ScenarioChoice & { project: Project; runId: string; attempt?: number },
) {
  const run = await runOf(ctx, project, runId);
  const { scenarios, shown, attempt, steps, tracking } = await readTimeline(ctx, caller, run, choice);
  const open = (id: string | null | undefined) => (id ? artifactLink(ctx, id) : null);
  return {
    runId,
    status: run.status,
    verdict: run.verdict,
    scenarios: scenarios.slice(0, MAX_SCENARIOS).map(scenarioView),
    shown: shown && scenarioView(shown),
    attempt: attempt && {
      attempt: attempt.attempt,
      status: attempt.status,
      startedAt: attempt.startedAt,
      duration: attempt.duration,
      error: attempt.error,
      notes: attempt.notes,
      trace: open(attempt.traceId),
      traceViewer: attempt.traceId ? traceViewerPath(ctx, attempt.traceId) : null,
    },
    steps: steps.map(
      ({ index, keyword, text, place, status, startedAt, duration, url, failure, screenshotId, ...step }) => ({
        index,
        keyword,
        text,
        line: place.line,
        stepDefId: step.stepDefId,
        status,
        startedAt,
        duration,
        url,
        failure: failure && {
          message: failure.message,
          op: failure.op,
          expected: failure.expected,
          actual: failure.actual,
          timedOut: failure.timedOut,
          alerts: failure.alerts ?? [],
          pending: failure.pending ?? [],
        },
        screenshot: open(screenshotId),
        drift: step.drift.length > 0,
        console: step.console,
        network: step.network,
        events: step.events,
      }),
    ),
    tracking: tracking.map(verdictView),
  };
}

type Scenario = Awaited<ReturnType<typeof readTimeline>>["scenarios"][number];
const scenarioView = ({ _id, featureId, featureName, name, status, flaky, browser, viewport, ...one }: Scenario) => ({
  id: _id,
  featureId,
  featureName,
  name,
  status,
  ...given({ carriedFrom: one.carriedFrom }),
  flaky,
  browser,
  viewport,
  attempts: one.attempts,
  duration: one.duration,
  message: one.message,
});
