// Lists the baselines of a project or of one scenario, each with its history.
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { historiesOf, standingBaselinesOf } from "../../../models/baselines/queries.ts";
import type { Baseline, BaselineVersion } from "../../../models/baselines/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { baselinePlace } from "./baselinePlace.ts";

export type BaselineVersionView = ReturnType<typeof versionView>;
export type BaselineView = ReturnType<typeof view>;

const idOf = (text: string) => (/^bsl_[0-9a-f]{1,64}$/.test(text) ? text : undefined);

export async function listBaselines(
  ctx: OperationContext,
  caller: Caller,
  input: Paging & { project?: string; scenario?: string },
): Promise<{ baselines: BaselineView[]; nextCursor: string | null }> {
  requireRight(caller, "mcpRead");
  const project = await resolveProject(ctx, caller, input.project);
  const scenarios = await scenariosOf(ctx.models, project._id, { fields: { label: 1 } });
  const labelOf = new Map(scenarios.map((s) => [s._id, s.label]));
  const scenario = input.scenario === undefined ? null : scenarios.find((s) => s.label === input.scenario);
  if (scenario === undefined) throw unknownScenario(input.scenario ?? "", [...labelOf.values()]);

  const after = decodeCursor(input.cursor, idOf);
  const limit = input.limit ?? DEFAULT_LIMIT;
  const wanted = { scenarioId: scenario?._id, after, limit: limit + 1 };
  const found = await standingBaselinesOf(ctx.models, project._id, wanted);
  const { entries, nextCursor } = page(found, limit, (b) => b._id);
  const versions = await historiesOf(
    ctx.models,
    entries.map(({ _id }) => _id),
  );
  const historyOf = Map.groupBy(versions, (v) => v.baselineId);
  const baselines: BaselineView[] = [];
  // Done in turns, because each link is signed.
  await inTurns(
    entries,
    (b) => void baselines.push(view(ctx, b, labelOf.get(b.scenarioId) ?? "", historyOf.get(b._id) ?? [])),
  );
  return { baselines, nextCursor };
}

/** `history`: newest first. Links are signed. */
function view(ctx: OperationContext, b: Baseline, scenarioLabel: string, history: BaselineVersion[]) {
  const { browser, version, platform } = b.picture.renderer;
  return {
    ...baselinePlace(b._id, b, scenarioLabel),
    version: b.version,
    versionId: b.versionId,
    updatedAt: b.updatedAt.toISOString(),
    picture: artifactLink(ctx, b.picture.artifactId),
    renderer: { browser, version, platform },
    history: history.map((v) => versionView(ctx, v)),
  };
}

export function versionView(ctx: OperationContext, v: BaselineVersion) {
  return {
    versionId: v._id,
    version: v.version,
    promotedBy: v.promotedBy,
    how: v.how,
    fromRunId: v.fromRunId,
    previousVersionId: v.previousVersionId,
    commitSha: v.commitSha ?? null,
    prNumber: v.prNumber ?? null,
    at: v.at.toISOString(),
    width: v.picture.width,
    height: v.picture.height,
    unsettled: v.picture.unsettled ?? null,
    picture: artifactLink(ctx, v.picture.artifactId),
  };
}

function unknownScenario(label: string, known: string[]): ProductError {
  return new ProductError("not_found", `Scenario "${label}" was not found.${hintOf(label, known)}`);
}
