// Scenarios of a functional run, page by page in the order of its plan, each with the reason if it did not pass.

import { textsOf } from "../../../domain/fields.ts";
import { SCENARIO_STATUSES, type ScenarioStatus } from "../../../domain/functional/attemptStatus.ts";
import { failureOf, type ScenarioFailure } from "../../../domain/functional/scenarioFailure.ts";
import { given } from "../../../domain/given.ts";
import type { BrowserName, ViewportName } from "../../../domain/visual/shot.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { pageOfScenarios, type ScenarioRow } from "../../../models/scenarioRuns/ofRun.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type Paging } from "../../lib/paging.ts";

export type ScenarioView = {
  featureId: string;
  featureName: string;
  scenarioId: string;
  name: string;
  tags: string[];
  browser: BrowserName;
  viewport: ViewportName;
  status: ScenarioStatus;
  /** Run that has the result; omitted if it is this run. */
  carriedFrom?: string;
  /** Whether it passed only on a retry. */
  flaky: boolean;
  attempts: number;
  /** Duration of all attempts in ms. */
  duration: number;
  message: string | null;
  /** Why it did not pass, or not on the first attempt. `screenshot` and `trace` are signed links that expire. */
  failure:
    | (Omit<ScenarioFailure, "screenshotId" | "traceId"> & { screenshot: string | null; trace: string | null })
    | null;
  /** Pages that its steps visited. */
  pages: string[];
  decidedAt: string | null;
};

export type ScenarioPage = {
  runId: string;
  scenarios: ScenarioView[];
  /** Only with the first page. */
  warnings?: string[];
  nextCursor: string | null;
};

const indexOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
const DECIDED = SCENARIO_STATUSES.filter((status) => status !== "pending");

/** Without `status`, lists every scenario that has a result. */
export async function listScenarios(
  ctx: OperationContext,
  run: Run,
  { limit = DEFAULT_LIMIT, cursor, status = DECIDED }: Paging & { status?: readonly ScenarioStatus[] },
): Promise<ScenarioPage> {
  const after = decodeCursor(cursor, indexOf);
  const { entries, more } = await pageOfScenarios(ctx.models, run._id, { status, after, limit });
  const last = entries.at(-1);
  return {
    runId: run._id,
    scenarios: entries.map((one) => scenarioView(ctx, one)),
    ...(after === null && { warnings: textsOf(run.extra?.warnings) }),
    nextCursor: more && last ? encodeCursor(last.index) : null,
  };
}

function scenarioView(ctx: OperationContext, row: ScenarioRow): ScenarioView {
  const { featureId, featureName, scenarioId, name, tags, browser, viewport } = row;
  const { status, flaky, attempts, duration, message, pages, decidedAt } = row;
  const link = (id: string | null) => (id === null ? null : artifactLink(ctx, id));
  const failure = failureOf(row);
  return {
    featureId,
    featureName,
    scenarioId,
    name,
    tags: tags ?? [],
    browser,
    viewport,
    status,
    ...given({ carriedFrom: row.carriedFrom }),
    flaky,
    attempts,
    duration,
    message,
    failure: failure && failureView(failure, link),
    pages: pages ?? [],
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

function failureView({ screenshotId, traceId, ...told }: ScenarioFailure, link: (id: string | null) => string | null) {
  return { ...told, screenshot: link(screenshotId), trace: link(traceId) };
}
