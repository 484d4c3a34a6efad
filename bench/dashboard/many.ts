// Gives a run more results by copying its own, each with a different change. Capturing thousands would take half an hour.
import { connect } from "../../models/database/connect.ts";
import { bindModels } from "../../models/index.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { Service } from "../../temporal-dev/service.ts";

const AT_ONCE = 200;
const PLACES = 16;

/** Copies the run's failed results until there are `results` of them. Pictures are shared. */
export async function multiplyResults({ stack, env }: Service, runId: string, results: number): Promise<void> {
  const connection = await connect(stack.mongoUri, { dbName: env.SVC_MONGO_DATABASE || "plumbline" });
  try {
    const { shots } = bindModels(connection);
    const all = await shots.find({ runId }).sort({ index: 1 }).lean<Shot[]>();
    const failed = all.filter(({ status }) => status === "failed");
    const missing = results - failed.length;
    const first = (all.at(-1)?.index ?? 0) + 1;
    const copies = Array.from({ length: Math.max(0, missing) }, (_, at) =>
      copyOf(failed[at % failed.length]!, first + at),
    );
    for (let at = 0; at < copies.length; at += AT_ONCE) await shots.insertMany(copies.slice(at, at + AT_ONCE));
  } finally {
    await connection.close();
  }
}

function copyOf(shot: Shot, index: number): Shot {
  const keyOf = (key: string) => `${index}${key}`.slice(0, PLACES);
  return {
    ...shot,
    _id: `${shot.runId}-${String(index).padStart(5, "0")}`,
    index,
    scenarioId: `${shot.scenarioId}-${index}`,
    scenarioLabel: `${shot.scenarioLabel} ${index}`,
    baselineKey: { ...shot.baselineKey, scenarioId: `${shot.scenarioId}-${index}` },
    fingerprint: `${index}`,
    causes: (shot.causes ?? []).map(keyOf),
    changes: (shot.changes ?? []).map((change) => ({ ...change, key: keyOf(change.key) })),
    regions: shot.regions.map((region) => ({ ...region, cause: keyOf(region.cause ?? "") })),
  };
}
