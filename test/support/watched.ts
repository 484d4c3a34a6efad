// Reads a service's database directly.
import { connect } from "../../models/database/connect.ts";
import { bindModels, type Models } from "../../models/index.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";

/** The parts of a service needed to inspect it. `store`: its artifact store; by default the one in its data folder. */
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

/** Returns the paths of an audit's pages in order, without the part that concerns the whole site. */
export const auditedPaths = (world: Watched, runId: string): Promise<string[]> =>
  withModels(world, async ({ auditPages }) => {
    const pages = await auditPages.find({ runId, index: { $gte: 0 } }, { url: 1 }).sort({ index: 1 });
    return pages.map(({ url }) => url.replace(/^http:\/\/[^/]+/, ""));
  });
