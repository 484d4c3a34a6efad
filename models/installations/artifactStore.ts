// Determines which artifact store an installation uses, and whether this process has that one.
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

/** Number of artifacts of the database that are looked up in a store without a mark. */
const SAMPLE = 5;

type Place = { models: Models; installation: string; store: MarkedStore };

/** Returns what the database knows about the store in use. */
export async function storeInUse(models: Models): Promise<StoreInUse> {
  const found = await models.installations.findById(ONLY).lean();
  return found?.artifactStore ? { store: found.artifactStore, where: found.artifactsAt ?? "another place" } : null;
}

/** Returns the mark of a store, or null if it has none. @throws StrangerError if the mark is unreadable */
export async function markOf(store: MarkedStore): Promise<ArtifactMark | null> {
  const text = await store.mark.read();
  if (text === null) return null;
  const mark = parseMark(text);
  if (!mark) throw strangeStore(store.where, "has a mark that is not Plumbline's");
  return mark;
}

/**
 * Makes sure that the store belongs to the installation: a store without a mark gets one if it has the installation's artifacts or is the
 * first one, and a copied store replaces the original. Returns the store's id.
 * @throws StrangerError if it is another store
 */
export async function claimStore(place: Place): Promise<string> {
  const { models, installation, store } = place;
  // Read before the mark: a store is marked first and recorded afterwards, so a store recorded by now has its mark.
  const inUse = await storeInUse(models);
  const mark = (await markOf(store)) ?? (await markStore(place, inUse));
  const verdict = judgeStore(mark, installation, inUse, store.where);
  if (verdict.is === "stranger") throw verdict.error;
  if (verdict.is === "ours") return mark.store;
  // If two processes arrive at the same time with two stores, one of them finds the other's.
  await models.installations.updateOne(
    { _id: ONLY, artifactStore: inUse?.store ?? null },
    { artifactStore: mark.store, artifactsAt: store.where },
  );
  const now = await storeInUse(models);
  if (now?.store !== mark.store) throw otherStore(store.where, now?.where ?? "another place");
  return mark.store;
}

/** @throws StrangerError if the installation uses another store by now */
export async function checkStore({ models, store }: Place, id: string): Promise<void> {
  const inUse = await storeInUse(models);
  if (inUse && inUse.store !== id) throw otherStore(store.where, inUse.where);
}

/** Marks a store as the one in use although nothing shows that it is: the artifacts of the other one are lost. */
export async function takeStore({ models, installation, store }: Place): Promise<void> {
  const mark = await markOf(store);
  if (mark && mark.installation !== installation)
    throw strangeStore(store.where, `belongs to installation ${mark.installation}, not to ${installation}`);
  const id = mark?.store ?? newInstallationId();
  await store.mark.write(markText({ installation, store: id, follows: null, copying: false }), { replace: true });
  await models.installations.updateOne({ _id: ONLY }, { artifactStore: id, artifactsAt: store.where });
}

/** After a restore: forgets the store and the secret of the host that was backed up, because this host has its own. */
export async function forgetStore(models: Models): Promise<void> {
  const ofHost = { artifactStore: 1, artifactsAt: 1, secretMark: 1, secretHost: 1 } as const;
  await models.installations.updateOne({ _id: ONLY }, { $unset: ofHost });
}

async function markStore({ models, installation, store }: Place, inUse: StoreInUse): Promise<ArtifactMark> {
  const held = await holdsArtifacts(models, store);
  // If there are no artifacts to look up yet, only the very first store is accepted, because another host's folder is empty too.
  if (held === "none" || (held === "nothing to find" && inUse !== null)) throw unknownStore(store.where);
  const id = inUse?.store ?? newInstallationId();
  const mark = { installation, store: id, follows: null, copying: false };
  await store.mark.write(markText(mark), { replace: false });
  // Another process may have been faster.
  return (await markOf(store)) ?? mark;
}

/** Returns whether the store has one of some artifacts of the database. */
async function holdsArtifacts(models: Models, store: MarkedStore): Promise<"some" | "none" | "nothing to find"> {
  const sample = await models.artifacts.find({}, { artifactId: 1 }).sort({ _id: -1 }).limit(SAMPLE).lean();
  if (sample.length === 0) return "nothing to find";
  for (const { artifactId } of sample) if (await store.has(artifactId)) return "some";
  return "none";
}
