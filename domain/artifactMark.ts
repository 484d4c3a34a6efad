// Whose an artifact store is. Its mark names the installation and the store; the database names the store that is in use. So a
// process whose store is another one, or that stays with the old one after a move, is refused instead of splitting the artifacts.
import { StrangerError } from "./installation.ts";

/**
 * `follows`: the store that it was copied from and takes the place of; null: it is the first one. `copying`: not all of that is
 * there yet.
 */
export type ArtifactMark = { installation: string; store: string; follows: string | null; copying: boolean };

/** What the database knows of the store in use; null: nothing yet. */
export type StoreInUse = { store: string; where: string } | null;

const ID = /^[0-9a-f]{16}$/;

/** null: it is not the text of a mark. */
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

/** `first`: the database takes its name. `next`: it takes the place of the one in use. */
export type StoreVerdict = { is: "ours" | "first" | "next" } | { is: "stranger"; error: StrangerError };

/** Whose is a store with this mark? `where`: how it is called in sentences. */
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

/** `whose` completes the sentence. */
export const strangeStore = (where: string, whose: string): StrangerError =>
  new StrangerError(
    `The artifact store at ${where} ${whose}. Set SVC_ARTIFACTS and SVC_DATA_DIR to the same installation as MONGODB_URI`,
    `The artifact store ${whose}.`,
  );

/** This process has one store and the installation uses another one. */
export const otherStore = (where: string, inUse: string): StrangerError =>
  new StrangerError(
    `The artifacts of this installation are at ${inUse}, and this process uses ${where}: give all processes the same SVC_ARTIFACTS (or the same SVC_DATA_DIR on a shared file system); \`npm run -s admin -- artifacts copy\` moves a store`,
    "The artifacts of this installation are in another store than the one of this process.",
  );

/** Nothing says that the store is the installation's: no mark, and none of its artifacts. */
export const unknownStore = (where: string): StrangerError =>
  new StrangerError(
    `The artifact store at ${where} has neither the mark of this installation nor its artifacts: set SVC_ARTIFACTS and SVC_DATA_DIR as they were; if the artifacts are lost, run \`npm run -s admin -- artifacts claim\``,
    "The artifact store has neither the mark of this installation nor its artifacts.",
  );
