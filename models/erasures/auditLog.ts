// Entries of the audit log about a project that is deleted: they keep who did what and when, and lose what it was called.
import type { AuditEntry } from "../bookkeeping/schema.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { type CollectionName, owned } from "../retention/belongings.ts";

const AT_ONCE = 500;
const OF_PROJECT = owned("project").filter(({ name }) => name !== "projects");
/** An id of ours, or one made from it. */
const isId = (target: string): boolean => /^[a-z]+_[\w:-]+$/.test(target);
const WHAT_IT_WAS = { action: 1, target: 1, details: 1 } as const;
/** That it was deleted is told by ids and counts already. */
const DELETIONS = /^project\.deleted?$/;

/**
 * Answers how many entries lost their details. An entry is about the project when it names it, or when its target is one of the project's
 * documents, which must still be there.
 */
export async function forgetProjectInLog(
  models: Models,
  { _id, orgId }: Pick<Project, "_id" | "orgId">,
  isNamed: (value: unknown) => boolean,
  signal: AbortSignal,
): Promise<number> {
  const about: Pick<AuditEntry, "_id" | "target">[] = [];
  let unsure: AuditEntry[] = [];
  const entries: AuditEntry[] = [];
  await eachInTurns<AuditEntry>(models.audit, { orgId }, { fields: WHAT_IT_WAS }, (entry) => {
    if (DELETIONS.test(entry.action)) return;
    if (Object.keys(entry.details ?? {}).length > 0 || !isId(entry.target)) entries.push(entry);
  });
  const decide = async () => {
    const targets = await targetsOf(models, _id, new Set(unsure.map(({ target }) => target)));
    about.push(...unsure.filter(({ target }) => targets.has(target)));
    unsure = [];
  };
  for (const entry of entries) {
    signal.throwIfAborted();
    if (entry.target === _id || isNamed(entry.details) || isNamed(entry.target)) about.push(entry);
    else unsure.push(entry);
    if (unsure.length === AT_ONCE) await decide();
  }
  await decide();
  for (const entry of about) {
    signal.throwIfAborted();
    // An address names what it is about: the project's id is left in its place.
    const target = isId(entry.target) ? entry.target : _id;
    await models.audit.updateOne({ _id: entry._id }, { $set: { details: {}, target } });
  }
  return about.length;
}

/** Which of these ids are documents of the project. */
async function targetsOf(models: Models, projectId: string, ids: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  const wanted = [...ids];
  if (wanted.length === 0) return found;
  for (const { name, field } of OF_PROJECT)
    await eachInTurns<{ _id: string }>(
      models[name as CollectionName],
      { _id: { $in: wanted }, [field]: projectId },
      { fields: { _id: 1 } },
      ({ _id }) => void found.add(_id),
    );
  return found;
}
