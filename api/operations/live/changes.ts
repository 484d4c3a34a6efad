// What changed in a project, as open pages hear of it: one reader a process for all of them, and the same facts for those who ask again.
import { messageOf, ProductError } from "../../../domain/errors.ts";
import type { ChangeKind } from "../../../domain/liveChanges.ts";
import { changesSince, KEPT_MS, latestChanges, SLOT_MS } from "../../../models/changes/queries.ts";
import type { Change } from "../../../models/changes/schema.ts";
import type { Models } from "../../../models/index.ts";
import { ownsProject } from "../../../models/projects/queries.ts";
import { findWork } from "../../../models/work/queries.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Person } from "../coach/person.ts";
import { userOfSession } from "../keys/signIn.ts";

/** A small fact: what changed, and how it stands where that fits into a line. */
export type LiveChange = {
  kind: ChangeKind;
  id: string;
  projectId: string;
  at: string;
  data: Record<string, unknown>;
};

const READ_MS = 1_000;
/** Writers note a change after the moment that it carries; on a database that is busy seconds after it. */
const LATE_MS = SLOT_MS;
const MAX_BACKLOG = 1_000;
/** So long a change is known to have been told. */
const TOLD_MS = 60_000;

/** `askAgain`: the sessions of this person may have ended. */
type Listener = { projectId: string; userId: string; tell(changes: readonly LiveChange[]): void; askAgain(): void };
type Hub = { listeners: Set<Listener>; told: Map<string, number>; readAt: number; timer: NodeJS.Timeout | null };
/** By the models of one database. */
const hubs = new WeakMap<Models, Hub>();

/** Tells of every change in the project from now on, until the answer is called. */
export function listen(ctx: OperationContext, listener: Listener): () => void {
  const hub = hubs.get(ctx.models) ?? { listeners: new Set(), told: new Map(), readAt: 0, timer: null };
  hubs.set(ctx.models, hub);
  if (hub.listeners.size === 0) {
    // What is there already belongs to nobody who listens.
    hub.readAt = Date.now();
    hub.told.clear();
  }
  hub.listeners.add(listener);
  hub.timer ??= setTimeout(() => void turn(ctx, hub), READ_MS).unref();
  return () => {
    hub.listeners.delete(listener);
  };
}

async function turn(ctx: OperationContext, hub: Hub): Promise<void> {
  const now = Date.now();
  try {
    // After a pause of the database the slots of now would leave a gap.
    const found =
      now - hub.readAt > SLOT_MS
        ? await changesSince(ctx.models, new Date(hub.readAt - LATE_MS), MAX_BACKLOG)
        : await latestChanges(ctx.models, now);
    const fresh = found.filter(({ _id, at }) => (hub.told.get(_id) ?? hub.readAt - LATE_MS - 1) < at.getTime());
    const views = await viewsOf(ctx, fresh);
    hub.readAt = now;
    for (const { _id, at } of fresh) hub.told.set(_id, at.getTime());
    for (const [id, at] of hub.told) if (at < now - TOLD_MS) hub.told.delete(id);
    const people = new Set(fresh.flatMap(({ kind, subjectId }) => (kind === "access" ? [subjectId] : [])));
    const byProject = Map.groupBy(views, ({ projectId }) => projectId);
    for (const { projectId, userId, tell, askAgain } of hub.listeners) {
      if (people.has(userId)) askAgain();
      const own = byProject.get(projectId);
      if (own) tell(own);
    }
  } catch (error) {
    ctx.log("warn", "changes could not be read for open pages", { error: messageOf(error) });
  }
  hub.timer = hub.listeners.size === 0 ? null : setTimeout(() => void turn(ctx, hub), READ_MS).unref();
}

/** Each run or job is read once, for all who listen. */
async function viewsOf({ models }: OperationContext, changes: readonly Change[]): Promise<LiveChange[]> {
  const views = await Promise.all(
    changes.map(async ({ kind, subjectId: id, projectId, at, data }): Promise<LiveChange | null> => {
      if (kind === "access") return null;
      const common = { kind, id, at: at.toISOString() };
      if (projectId !== null) return { ...common, projectId, data };
      if (kind === "run") {
        const run = await findWork(models, "run", id);
        if (!run) return null;
        const {
          type,
          status,
          verdict,
          branch,
          parentRunId,
          progress: { phase, done, total },
        } = run;
        return {
          ...common,
          projectId: run.projectId,
          data: { ...data, type, status, verdict, branch, parentRunId, phase, done, total },
        };
      }
      const job = kind === "job" ? await findWork(models, "job", id) : null;
      if (!job) return null;
      const {
        kind: what,
        status,
        progress: { phase, done, total },
      } = job;
      return { ...common, projectId: job.projectId, data: { what, status, phase, done, total } };
    }),
  );
  return views.filter((one) => one !== null);
}

/** `cursor`: where to go on. `reset`: too much, or too long ago: everything is to be read again. */
export type Backlog = { cursor: string; reset: boolean; changes: LiveChange[] };

/** What changed since the cursor; without one nothing, and where to begin. */
export async function readChanges(
  ctx: OperationContext,
  caller: Caller,
  { project: slug, since }: { project: string; since?: string },
): Promise<Backlog> {
  requireReadRight(caller);
  const project = await resolveProject(ctx, caller, slug);
  return backlogOf(ctx, project._id, since);
}

export async function backlogOf(ctx: OperationContext, projectId: string, since: string | undefined): Promise<Backlog> {
  const now = Date.now();
  const cursor = String(now);
  if (since === undefined) return { cursor, reset: false, changes: [] };
  if (!/^\d{1,15}$/.test(since)) {
    const message = "since must be the cursor of an earlier answer.";
    throw new ProductError("validation_error", message, { fields: [{ path: "since", message }] });
  }
  if (Number(since) < now - KEPT_MS) return { cursor, reset: true, changes: [] };
  const found = await changesSince(ctx.models, new Date(Number(since) - LATE_MS), MAX_BACKLOG + 1);
  if (found.length > MAX_BACKLOG) return { cursor, reset: true, changes: [] };
  const changes = (await viewsOf(ctx, found)).filter((one) => one.projectId === projectId);
  return { cursor, reset: false, changes };
}

/** Whether the session is still this person's, and the project still theirs to see. */
export async function mayHear(
  ctx: OperationContext,
  session: Parameters<typeof userOfSession>[1],
  person: Person,
  projectId: string,
): Promise<boolean> {
  const user = await userOfSession(ctx, session);
  if (user?.id !== person.userId) return false;
  return ownsProject(ctx.models, user.orgId, projectId);
}
