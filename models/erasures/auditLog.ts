// Entries of the audit log about a project that is deleted: they keep who did what and when, and lose what it was called.
import type { AuditEntry } from "../bookkeeping/schema.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { type CollectionName, owned } from "../retention/belongings.ts";

const AT_ONCE = 500;
const OF_PROJECT = owned("project").filter(({ name }) => name !== "projects");
const WHAT_IT_WAS = { target: 1, details: 1 } as const;

/**
 * Answers how many entries lost their details. An entry is about the project when it names it, or when its target is one of the project's
 * documents, which must still be there.
 */
export async function forgetProjectInLog(
  models: Models,
  { _id, orgId, slug }: Pick<Project, "_id" | "orgId" | "slug">,
  pattern: RegExp,
  signal: AbortSignal,
): Promise<number> {
  const about: { id: string; readable: boolean }[] = [];
  let unsure: AuditEntry[] = [];
  const entries: AuditEntry[] = [];
  await eachInTurns<AuditEntry>(models.audit, { orgId }, { fields: WHAT_IT_WAS }, (entry) => {
    if (Object.keys(entry.details ?? {}).length > 0 || /[^\w-]/.test(entry.target)) entries.push(entry);
  });
  const decide = async () => {
    const targets = await targetsOf(models, _id, new Set(unsure.map(({ target }) => target)));
    for (const entry of unsure) if (targets.has(entry.target)) about.push({ id: entry._id, readable: true });
    unsure = [];
  };
  for (const entry of entries) {
    signal.throwIfAborted();
    const { target, details } = entry;
    const text = JSON.stringify(details) ?? "";
    const named = target === _id || details.project === slug || text.includes(_id) || pattern.test(text);
    if (named || pattern.test(target)) about.push({ id: entry._id, readable: !pattern.test(target) });
    else unsure.push(entry);
    if (unsure.length === AT_ONCE) await decide();
  }
  await decide();
  for (const some of chunksOf(about, AT_ONCE))
    for (const { id, readable } of some)
      await models.audit.updateOne({ _id: id }, { $set: { details: {}, ...(!readable && { target: _id }) } });
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
