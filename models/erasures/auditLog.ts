// Removes names from the audit log: entries about a deleted project keep who did what and when, but not what it was called; and the former
// names of a deleted person are removed.
import type { LogVerdict } from "../../domain/erasure/project.ts";
import { hiddenOwner } from "../../domain/retention/hidden.ts";
import { DELETED_USER } from "../../domain/words/people.ts";
import type { AuditEntry } from "../bookkeeping/schema.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { type CollectionName, owned } from "../retention/belongings.ts";

const AT_ONCE = 500;
const OF_PROJECT = owned("project");
/** Returns whether the target is an id of this service, or derived from one. */
const isId = (target: string): boolean => /^[a-z]+_[\w:-]+$/.test(target);
const WHAT_IT_WAS = { action: 1, target: 1, details: 1 } as const;
/** Entries about the deletion itself already contain only ids and counts. */
const DELETIONS = /^project\.deleted?$/;

/**
 * Removes the details of entries about a project, and returns how many. An entry is about the project if it names it, or if its target is
 * one of the project's documents, which must still exist. An entry about another project's document never is.
 */
export async function forgetProjectInLog(
  models: Models,
  { _id, orgId }: Pick<Project, "_id" | "orgId">,
  verdictOf: (entry: AuditEntry) => LogVerdict,
  signal: AbortSignal,
): Promise<number> {
  // Only ids are kept while the log is read, because it may be long.
  const about: string[] = [];
  const addresses: string[] = [];
  const cursor = models.audit.collection.find({ orgId }, { projection: WHAT_IT_WAS, batchSize: AT_ONCE });
  try {
    while (await cursor.hasNext()) {
      signal.throwIfAborted();
      const entries = (cursor.readBufferedDocuments(AT_ONCE) as unknown as AuditEntry[]).filter(hasWords);
      for (const { _id: entryId, target } of await aboutProject(models, _id, entries, verdictOf))
        (isId(target) ? about : addresses).push(entryId);
    }
  } finally {
    await cursor.close();
  }
  for (const some of chunksOf(about, AT_ONCE)) {
    signal.throwIfAborted();
    await models.audit.updateMany({ _id: { $in: some } }, { $set: { details: {} } });
  }
  // An address names its subject, so it is replaced by the project's id.
  for (const some of chunksOf(addresses, AT_ONCE))
    await models.audit.updateMany({ _id: { $in: some } }, { $set: { details: {}, target: _id } });
  return about.length + addresses.length;
}

const hasWords = ({ action, target, details }: AuditEntry): boolean =>
  !DELETIONS.test(action) && (Object.keys(details ?? {}).length > 0 || !isId(target));

async function aboutProject(
  models: Models,
  projectId: string,
  entries: readonly AuditEntry[],
  verdictOf: (entry: AuditEntry) => LogVerdict,
): Promise<AuditEntry[]> {
  const judged = entries.map((entry) => ({ entry, verdict: verdictOf(entry) }));
  const asked = judged.filter(
    ({ entry, verdict }) => (verdict === "site" || verdict === "target") && isId(entry.target),
  );
  const owners = await ownersOf(models, projectId, new Set(asked.map(({ entry }) => entry.target)));
  return judged
    .filter(({ entry, verdict }) => {
      const owner = owners.get(entry.target);
      return (
        verdict === "yes" || (verdict === "site" && owner !== "other") || (verdict === "target" && owner === "own")
      );
    })
    .map(({ entry }) => entry);
}

/** Returns which of these ids are documents of the project, and which of another one. */
async function ownersOf(
  models: Models,
  projectId: string,
  ids: ReadonlySet<string>,
): Promise<Map<string, "own" | "other">> {
  const owners = new Map<string, "own" | "other">();
  const wanted = [...ids];
  if (wanted.length === 0) return owners;
  const own = new Set<unknown>([projectId, hiddenOwner(projectId)]);
  for (const { name, field } of OF_PROJECT)
    await eachInTurns<Record<string, string>>(
      models[name as CollectionName],
      { _id: { $in: wanted } },
      { fields: { _id: 1, [field]: 1 } },
      (found) => {
        // Keys of an organisation do not belong to a project.
        if (found[field]) owners.set(String(found._id), own.has(found[field]) ? "own" : "other");
      },
    );
  return owners;
}

/** Returns the person's names in the log, and the organisations whose logs have entries about the account. */
export async function tracesOf(models: Models, userId: string): Promise<{ names: string[]; orgIds: string[] }> {
  const names = new Set<string>();
  const orgIds = new Set<string>();
  const fields = { orgId: 1, action: 1, details: 1 } as const;
  await eachInTurns<AuditEntry>(models.audit, { target: userId }, { fields }, ({ orgId, action, details }) => {
    orgIds.add(orgId);
    if (action !== "user.rename") return;
    for (const one of [details?.from, details?.to]) if (typeof one === "string") names.add(one);
  });
  return { names: [...names], orgIds: [...orgIds] };
}

/** Replaces the names in entries about renamed accounts; the rename itself stays. Returns how many entries changed. */
export async function forgetNamesInLog(models: Models, userId: string): Promise<number> {
  const filter = { action: "user.rename", target: userId, "details.to": { $ne: DELETED_USER } };
  const set = { "details.from": DELETED_USER, "details.to": DELETED_USER };
  return (await models.audit.updateMany(filter, { $set: set })).modifiedCount;
}
