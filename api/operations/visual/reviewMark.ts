// How a result stood when a person looked at it: a decision about anything else is refused.
import type { Baseline } from "../../../models/baseline.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import type { Models } from "../../../models/index.ts";
import type { Shot } from "../../../models/shot.ts";

export type Standing = Pick<Baseline, "_id" | "version" | "withdrawn"> & {
  picture: Pick<Baseline["picture"], "artifactId">;
};

/** The newest versions of the baselines that the results would replace, by the id of the baseline. */
export async function standingBaselines(
  models: Models,
  shots: readonly Pick<Shot, "baselineKey">[],
): Promise<Map<string, Standing>> {
  const ids = [...new Set(shots.map(({ baselineKey }) => baselineIdOf(baselineKey)))];
  const fields = { version: 1, withdrawn: 1, "picture.artifactId": 1 } as const;
  const filter = ids.length === 1 ? { _id: ids[0] } : { _id: { $in: ids } };
  const found = ids.length === 0 ? [] : await models.baselines.find(filter, fields).lean<Standing[]>();
  return new Map(found.map((one) => [one._id, one]));
}

/** Opaque to clients, who send it back with a decision. */
export function markOf(
  { status, decidedAt, reviewRev }: Pick<Shot, "status" | "decidedAt" | "reviewRev">,
  standing: Standing | undefined,
): string {
  return [reviewRev ?? 0, decidedAt?.getTime() ?? 0, status, standing?.version ?? 0].join(".");
}

export const reviewView = ({ review }: Pick<Shot, "review">) =>
  review ? { decision: review.decision, note: review.note, by: review.by, at: review.at.toISOString() } : null;
