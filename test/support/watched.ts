// Looking into a service's database behind its back.
import { connect } from "../../models/database/connect.ts";
import { bindModels, type Models } from "../../models/index.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** As much of a service as is needed to look behind it. `store`: where its artifacts are; left out: in its data folder. */
export type Watched = {
  service: { dataDir: string; stack: { mongoUri: string; temporalAddress: string }; store?: ArtifactStore };
};

export async function withModels<T>(world: Watched, work: (models: Models) => Promise<T>): Promise<T> {
  const connection = await connect(world.service.stack.mongoUri, { dbName: "plumbline" });
  try {
    return await work(bindModels(connection));
  } finally {
    await connection.close();
  }
}

/** The paths of the pages of an audit, in their order; without the part that concerns the whole site. */
export const auditedPaths = (world: Watched, runId: string): Promise<string[]> =>
  withModels(world, async ({ auditPages }) => {
    const pages = await auditPages.find({ runId, index: { $gte: 0 } }, { url: 1 }).sort({ index: 1 });
    return pages.map(({ url }) => url.replace(/^http:\/\/[^/]+/, ""));
  });
