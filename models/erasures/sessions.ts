// Deletes stored sessions of signed-in people, which the web server's session store keeps next to the models.
import { connectionOf } from "../database/connectionOf.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";

/** As stored by connect-mongo: the session as JSON text. */
type StoredSession = { _id: unknown; session?: unknown };
const COLLECTION = "sessions";
const AT_ONCE = 200;

/** Deletes the sessions that contain one of these ids, of a person or an organisation. Returns how many were deleted. */
export async function deleteSessions(models: Models, ids: readonly string[]): Promise<number> {
  const collection = connectionOf(models).collection(COLLECTION);
  const found: unknown[] = [];
  await eachInTurns<StoredSession>({ collection } as never, {}, {}, ({ _id, session }) => {
    const text = typeof session === "string" ? session : (JSON.stringify(session) ?? "");
    if (ids.some((id) => text.includes(`"${id}"`))) found.push(_id);
  });
  let deleted = 0;
  for (const some of chunksOf(found, AT_ONCE))
    deleted += (await collection.deleteMany({ _id: { $in: some } } as object)).deletedCount;
  return deleted;
}
