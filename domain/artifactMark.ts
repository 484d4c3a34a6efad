// Decides which installation an artifact store belongs to. The store's mark names the installation and the store, and the database names the
// store in use. A process with a different store, or one that keeps using the old store after a move, is therefore refused instead of
// splitting the artifacts over two stores.
import { StrangerError } from "./installation.ts";

/** `follows`: the id of the store that this one was copied from and replaces; null for the first store. `copying`: the copy is not complete yet. */
export type ArtifactMark = { installation: string; store: string; follows: string | null; copying: boolean };

/** The store in use according to the database; null if none is recorded yet. */
export type StoreInUse = { store: string; where: string } | null;

const ID = /^[0-9a-f]{16}$/;

/** Returns the mark, or null if `text` is not a valid mark. */
export function parseMark(text: string): ArtifactMark | null {
  try {
    const { installation, store, follows = null, copying = false } = JSON.parse(text) as Record<string, unknown>;
    const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);
    if (!isId(installation) || !isId(store) || !(follows === null || isId(follows))) return null;
    return { installation, store, follows, copying: copying === true };
  } catch {
    return null;
  }
}

export const markText = (mark: ArtifactMark): string => `${JSON.stringify(mark)}\n`;

/** `first`: the database does not name a store yet and records this one. `next`: this store replaces the one in use. */
export type StoreVerdict = { is: "ours" | "first" | "next" } | { is: "stranger"; error: StrangerError };

/** Decides whether a store with this mark belongs to the installation `id`. `where` is the store's location, for error messages. */
export function judgeStore(mark: ArtifactMark, id: string, inUse: StoreInUse, where: string): StoreVerdict {
  if (mark.installation !== id)
    return stranger(strangeStore(where, `belongs to installation ${mark.installation}, not to ${id}`));
  if (mark.store === inUse?.store) return { is: "ours" };
  if (mark.copying)
    return stranger(strangeStore(where, "is not complete: run `npm run -s admin -- artifacts copy` to its end first"));
  if (inUse === null) return { is: "first" };
  return mark.follows === inUse.store ? { is: "next" } : stranger(otherStore(where, inUse.where));
}

const stranger = (error: StrangerError): StoreVerdict => ({ is: "stranger", error });

/** Returns the error for a store that belongs to another installation or is incomplete. `whose` completes the sentence "The artifact store …". */
export const strangeStore = (where: string, whose: string): StrangerError =>
  new StrangerError(
    `The artifact store at ${where} ${whose}. Set SVC_ARTIFACTS and SVC_DATA_DIR to the same installation as MONGODB_URI`,
    `The artifact store ${whose}.`,
  );

/** Returns the error for a process whose store differs from the one that the installation uses. */
export const otherStore = (where: string, inUse: string): StrangerError =>
  new StrangerError(
    `The artifacts of this installation are at ${inUse}, and this process uses ${where}: give all processes the same SVC_ARTIFACTS (or the same SVC_DATA_DIR on a shared file system); \`npm run -s admin -- artifacts copy\` moves a store`,
    "The artifacts of this installation are in another store than the one of this process.",
  );

/** Returns the error for a store that cannot be attributed to the installation: it has no mark and none of the installation's artifacts. */
export const unknownStore = (where: string): StrangerError =>
  new StrangerError(
    `The artifact store at ${where} has neither the mark of this installation nor its artifacts: set SVC_ARTIFACTS and SVC_DATA_DIR as they were; if the artifacts are lost, run \`npm run -s admin -- artifacts claim\``,
    "The artifact store has neither the mark of this installation nor its artifacts.",
  );
