// Live updates for open pages: one reader per process reports what changed in a project to all listeners, and `readChanges` returns the same
// events to clients that continue from a cursor.
import { fieldError, messageOf } from "../../../domain/errors.ts";
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

/** A small change event: what changed and, if it fits into a line, its new state. */
export type LiveChange = {
  kind: ChangeKind;
  id: string;
  projectId: string;
  at: string;
  data: Record<string, unknown>;
};

const READ_MS = 1_000;
/** Writers store a change after the time that it carries; on a busy database seconds later. */
const LATE_MS = SLOT_MS;
const MAX_BACKLOG = 1_000;
/** How long changes are remembered as already reported. */
const TOLD_MS = 60_000;

/** `askAgain` is called when sessions of this person may have ended. */
type Listener = { projectId: string; userId: string; tell(changes: readonly LiveChange[]): void; askAgain(): void };
type Hub = { listeners: Set<Listener>; told: Map<string, number>; readAt: number; timer: NodeJS.Timeout | null };
/** Hubs by the models of a database. */
const hubs = new WeakMap<Models, Hub>();

/** Reports every change in the project from now on, until the returned function is called. */
export function listen(ctx: OperationContext, listener: Listener): () => void {
  const hub = hubs.get(ctx.models) ?? { listeners: new Set(), told: new Map(), readAt: 0, timer: null };
  hubs.set(ctx.models, hub);
  if (hub.listeners.size === 0) {
    // Changes made before the first listener joined are not reported.
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
    // If the database was unavailable for longer than a slot, the latest slots alone would leave a gap.
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

/** Reads each run or job once for all listeners. */
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

/** `cursor`: where to continue. `reset`: there were too many changes or they are too old, so everything has to be reloaded. */
export type Backlog = { cursor: string; reset: boolean; changes: LiveChange[] };

/** Returns what changed since the cursor; without a cursor no changes, only where to start. */
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
  if (!/^\d{1,15}$/.test(since)) throw fieldError("since", "since must be the cursor of an earlier answer.");
  if (Number(since) < now - KEPT_MS) return { cursor, reset: true, changes: [] };
  const found = await changesSince(ctx.models, new Date(Number(since) - LATE_MS), MAX_BACKLOG + 1);
  if (found.length > MAX_BACKLOG) return { cursor, reset: true, changes: [] };
  const changes = (await viewsOf(ctx, found)).filter((one) => one.projectId === projectId);
  return { cursor, reset: false, changes };
}

/** Returns whether the session still belongs to this person and the person may still see the project. */
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
