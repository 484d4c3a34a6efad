// Which artifact store an installation uses, and whether this process has that one.
import {
  type ArtifactMark,
  judgeStore,
  markText,
  otherStore,
  parseMark,
  type StoreInUse,
  strangeStore,
  unknownStore,
} from "../../domain/artifactMark.ts";
import type { MarkedStore } from "../../platform/artifacts/store.ts";
import { newInstallationId } from "../../platform/installationFile.ts";
import type { Models } from "../index.ts";
import { ONLY } from "./schema.ts";

/** How many artifacts of the database are looked for in a store without a mark. */
const SAMPLE = 5;

type Place = { models: Models; installation: string; store: MarkedStore };

/** What the database knows of the store in use. */
export async function storeInUse(models: Models): Promise<StoreInUse> {
  const found = await models.installations.findById(ONLY).lean();
  return found?.artifactStore ? { store: found.artifactStore, where: found.artifactsAt ?? "another place" } : null;
}

/** The mark of a store; null: it has none. @throws StrangerError for one that nobody can read */
export async function markOf(store: MarkedStore): Promise<ArtifactMark | null> {
  const text = await store.mark.read();
  if (text === null) return null;
  const mark = parseMark(text);
  if (!mark) throw strangeStore(store.where, "has a mark that is not Plumbline's");
  return mark;
}

/**
 * Makes sure that the store is the one of the installation: one without a mark gets it when it has the installation's artifacts
 * or is the first of all, and one that was copied takes the place of the other. Answers the store's id.
 * @throws StrangerError when it is another one
 */
export async function claimStore(place: Place): Promise<string> {
  const { models, installation, store } = place;
  const mark = (await markOf(store)) ?? (await markStore(place));
  const inUse = await storeInUse(models);
  const verdict = judgeStore(mark, installation, inUse, store.where);
  if (verdict.is === "stranger") throw verdict.error;
  if (verdict.is === "ours") return mark.store;
  // Of two processes that come at once with two stores one finds the other's.
  await models.installations.updateOne(
    { _id: ONLY, artifactStore: inUse?.store ?? null },
    { artifactStore: mark.store, artifactsAt: store.where },
  );
  const now = await storeInUse(models);
  if (now?.store !== mark.store) throw otherStore(store.where, now?.where ?? "another place");
  return mark.store;
}

/** @throws StrangerError when the installation uses another store by now */
export async function checkStore({ models, store }: Place, id: string): Promise<void> {
  const inUse = await storeInUse(models);
  if (inUse && inUse.store !== id) throw otherStore(store.where, inUse.where);
}

/** Marks a store as the one in use although nothing says that it is: the artifacts of the other one are lost. */
export async function takeStore({ models, installation, store }: Place): Promise<void> {
  const mark = await markOf(store);
  if (mark && mark.installation !== installation)
    throw strangeStore(store.where, `belongs to installation ${mark.installation}, not to ${installation}`);
  const id = mark?.store ?? newInstallationId();
  await store.mark.write(markText({ installation, store: id, follows: null, copying: false }), { replace: true });
  await models.installations.updateOne({ _id: ONLY }, { artifactStore: id, artifactsAt: store.where });
}

/** The installation was restored: the store of the host that the backup is of is not this one's, and its secret is the one given now. */
export async function forgetStore(models: Models): Promise<void> {
  const ofHost = { artifactStore: 1, artifactsAt: 1, secretMark: 1, secretHost: 1 } as const;
  await models.installations.updateOne({ _id: ONLY }, { $unset: ofHost });
}

async function markStore({ models, installation, store }: Place): Promise<ArtifactMark> {
  const inUse = await storeInUse(models);
  const held = await holdsArtifacts(models, store);
  // Where there is nothing to find yet, only the first store of all may be taken: another host's folder is empty too.
  if (held === "none" || (held === "nothing to find" && inUse !== null)) throw unknownStore(store.where);
  const id = inUse?.store ?? newInstallationId();
  const mark = { installation, store: id, follows: null, copying: false };
  await store.mark.write(markText(mark), { replace: false });
  // Another process may have come first.
  return (await markOf(store)) ?? mark;
}

/** Whether the store has one of some artifacts of the database. */
async function holdsArtifacts(models: Models, store: MarkedStore): Promise<"some" | "none" | "nothing to find"> {
  const sample = await models.artifacts.find({}, { artifactId: 1 }).sort({ _id: -1 }).limit(SAMPLE).lean();
  if (sample.length === 0) return "nothing to find";
  for (const { artifactId } of sample) if (await store.has(artifactId)) return "some";
  return "none";
}
