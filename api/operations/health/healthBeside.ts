// The rolling health that judged runs are compared with.
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import type { PillarHealth } from "../../../domain/health/types.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { partsOfType, pillarOf } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { GateRow } from "./gateRun.ts";
import { gatherHealth } from "./gather.ts";
import type { ProjectReads } from "./projectReads.ts";

/**
 * Returns the health of the judged audits' pillars, each on the environment of its run. On the main branch the judged runs are part of
 * their own health, so they are left out and older runs count instead.
 */
export async function healthBeside(
  ctx: OperationContext,
  project: Project,
  judged: readonly GateRow[],
  reads: ProjectReads,
): Promise<PillarHealth[]> {
  const without = new Set(judged.map(({ _id }) => _id));
  const compared = judged.filter(
    (row) => row.status === "completed" && partsOfType(row.type) === "pages" && !isPart(row),
  );
  const places = [...Map.groupBy(compared, ({ environmentId }) => environmentId)];
  const read = await Promise.all(
    places.map(async ([environmentId, rows]) => {
      const pillars = rows.flatMap(({ type }) => pillarOf(type) ?? []);
      const input = await gatherHealth(ctx, { project, environmentId, without, pillars }, reads);
      return siteHealth(input).pillars.filter(({ pillar }) => pillars.includes(pillar));
    }),
  );
  return read.flat();
}
