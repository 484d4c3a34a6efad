// Health of a project's site: rolling figures per pillar and the runs they are computed from.
import type { Mover } from "../../../domain/health/movedBy.ts";
import { siteHealth as healthOf } from "../../../domain/health/siteHealth.ts";
import type { SiteHealth } from "../../../domain/health/types.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { placeOf } from "../projects/place.ts";
import { gatherHealth } from "./gather.ts";
import { scoreChange } from "./movedBy.ts";

export type SiteHealthInput = {
  /** Slug or id; may be omitted if the key belongs to a project. */
  project?: string;
  /** Id, slug or name; if omitted, every environment counts. */
  environment?: string;
};

export type SiteHealthView = SiteHealth & {
  project: string;
  environmentId: string | null;
  environmentName: string | null;
  /** Score without the newest run of each pillar; `movedBy` says what changed it since. */
  before: number | null;
  movedBy: Mover[];
};

/** Counts runs of the main branch and runs without a branch, because other branches are not what visitors see. */
export async function siteHealth(
  ctx: OperationContext,
  caller: Caller,
  input: SiteHealthInput,
): Promise<SiteHealthView> {
  requireRight(caller, "mcpRead");
  const { project, environment } = await placeOf(ctx, caller, input.project, input);
  const gathered = await gatherHealth(ctx, { project, environmentId: environment?._id });
  const health = healthOf(gathered);
  const { before, movedBy } = await scoreChange(ctx, gathered, health.pillars);
  return {
    project: project.slug,
    environmentId: environment?._id ?? null,
    environmentName: environment?.name ?? null,
    ...health,
    before,
    movedBy,
  };
}
