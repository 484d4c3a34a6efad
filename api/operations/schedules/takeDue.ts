// Starts the runs of a due schedule once. Of several API processes one decides (one guarded write), and whichever carries out the decision
// starts the same runs, because every start has an Idempotency-Key made from the schedule and the due time.
import { ProductError } from "../../../domain/errors.ts";
import { latestDue } from "../../../domain/schedules/cron.ts";
import { CATCH_UP_MS, type DueDecision, decideDue } from "../../../domain/schedules/decide.ts";
import {
  FULL,
  type HandledDue,
  KEPT_DUES,
  type ScheduledType,
  type StartedType,
} from "../../../domain/schedules/schedule.ts";
import { truncate } from "../../../domain/text.ts";
import { standingOf, writeTurn } from "../../../models/schedules/queries.ts";
import type { Schedule, StartingDue } from "../../../models/schedules/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { claimedRun } from "../../lib/idempotency.ts";
import { metrics } from "../../lib/metrics.ts";
import { startFullAudit } from "../runs/startFullAudit.ts";
import { startRun } from "../runs/startRun.ts";

/** Time in which a process must finish starting the runs before another one takes over. */
const LEASE_MS = 60_000;
/** Retry interval while a part of the service is unavailable. */
const AGAIN_MS = 15_000;
const MAX_PROBLEM = 500;

const planOf = ({ types, environment, scenarios, browsers, branch, location = null }: Schedule) => ({
  types,
  environment,
  scenarios,
  browsers,
  branch,
  location,
});

/** Returns the run of an earlier due time that is still running, or null. */
export async function goingRun(ctx: OperationContext, { recent }: Schedule): Promise<string | null> {
  const ids = recent.flatMap(({ runs }) => runs.flatMap(({ runId }) => runId ?? []));
  const standing = await standingOf(ctx.models, ids);
  return ids.find((id) => standing.get(id)?.status === "running") ?? null;
}

/** Decides and does what the schedule needs. Returns the result of a due time; null if there is none or another process has taken it. */
export async function takeDue(ctx: OperationContext, schedule: Schedule): Promise<HandledDue | null> {
  if (schedule.starting) {
    // Only the lease is renewed: the previous holder is gone, or is slow and starts the same runs.
    const takeAfter = new Date(ctx.now().getTime() + LEASE_MS);
    if (!(await writeTurn(ctx.models, schedule, { takeAfter }))) return null;
    return carryOut(
      ctx,
      { ...schedule, takeAfter, turn: schedule.turn + 1 },
      schedule.starting,
      overtaken(ctx, schedule),
    );
  }
  const now = ctx.now();
  const alone = decideDue(schedule, { now, going: null });
  // Whether an earlier run is still running is only checked before a start, because it takes a read for each of the last runs.
  const decision = alone.what === "start" ? decideDue(schedule, { now, going: await goingRun(ctx, schedule) }) : alone;
  if (decision.what === "nothing") {
    await writeTurn(ctx.models, schedule, { takeAfter: null });
    return null;
  }
  return decision.what === "start"
    ? beginDue(ctx, schedule, { ...decision, by: null })
    : passOver(ctx, schedule, decision);
}

/** Claims the schedule and starts its runs now. Returns null if another process was faster. */
export async function beginDue(
  ctx: OperationContext,
  schedule: Schedule,
  { at, by, passed, reason }: Pick<StartingDue, "at" | "by" | "passed" | "reason">,
): Promise<HandledDue | null> {
  const starting: StartingDue = { at, by, passed, reason, plan: planOf(schedule), runs: [] };
  const takeAfter = new Date(ctx.now().getTime() + LEASE_MS);
  const taken = { starting, takeAfter, ...(by === null && { handledUntil: at }) };
  if (!(await writeTurn(ctx.models, schedule, taken))) return null;
  return carryOut(ctx, { ...schedule, ...taken, turn: schedule.turn + 1 }, starting);
}

/** Keeps the newest due times, and the newest that started runs, because as long as one is running, nothing new is started. */
function keptDues(dues: readonly HandledDue[]): HandledDue[] {
  const hasRun = ({ runs }: HandledDue): boolean => runs.some(({ runId }) => runId !== null);
  const kept = dues.slice(0, KEPT_DUES);
  const started = kept.some(hasRun) ? undefined : dues.find(hasRun);
  return started ? [...kept.slice(0, -1), started] : kept;
}

async function passOver(
  ctx: OperationContext,
  schedule: Schedule,
  { what, at, passed, reason }: Extract<DueDecision, { what: "skipped" | "missed" }>,
): Promise<HandledDue | null> {
  const due: HandledDue = { at, handledAt: ctx.now(), by: null, outcome: what, reason, passed, runs: [] };
  const recent = keptDues([due, ...schedule.recent]);
  const written = await writeTurn(ctx.models, schedule, { handledUntil: at, takeAfter: null, recent });
  if (written) metrics.scheduleDues.inc({ outcome: what });
  return written ? due : null;
}

/** Returns why a start that was interrupted is not continued, as a sentence; null if it is. A paused schedule may still be run by a person. */
function overtaken(ctx: OperationContext, { enabled, starting }: Schedule): string | null {
  if (!starting) return null;
  if (!enabled && starting.by === null) return "The schedule was paused before this run started.";
  const late = ctx.now().getTime() - new Date(starting.at).getTime() > CATCH_UP_MS;
  return late ? "The service was unavailable for more than six hours." : null;
}

/** Starts nothing: returns the run that was stored before the start was interrupted, which starts by itself, or why there is none. */
async function alreadyStored(
  ctx: OperationContext,
  { _id }: Schedule,
  starting: StartingDue,
  { type, why }: { type: ScheduledType; why: string },
): Promise<StartedType> {
  const runId = await claimedRun(ctx.models, { callerId: _id, ...idempotencyOf(_id, starting, type) });
  const stored = runId !== null && (await standingOf(ctx.models, [runId])).has(runId);
  return stored ? { type, runId, problem: null } : { type, runId: null, problem: why };
}

const idempotencyOf = (scheduleId: string, { at }: StartingDue, type: ScheduledType) => ({
  key: `${scheduleId} ${new Date(at).toISOString()}`,
  route: `schedule ${type}`,
});

/** Starts the runs that are not started yet. While a part of the service is unavailable, the missing ones wait as long as the due time counts. */
async function carryOut(
  ctx: OperationContext,
  schedule: Schedule,
  starting: StartingDue,
  why: string | null = null,
): Promise<HandledDue | null> {
  const runs: StartedType[] = [...starting.runs];
  let away: string | null = null;
  for (const type of starting.plan.types) {
    if (runs.some((one) => one.type === type)) continue;
    const came =
      why === null
        ? await startOne(ctx, schedule, starting, type)
        : await alreadyStored(ctx, schedule, starting, { type, why });
    if ("away" in came) away = came.away;
    else runs.push(came);
  }
  const now = ctx.now();
  const open = away !== null && now.getTime() - new Date(starting.at).getTime() <= CATCH_UP_MS;
  if (open) {
    const takeAfter = new Date(now.getTime() + AGAIN_MS);
    await writeTurn(ctx.models, schedule, { starting: { ...starting, runs }, takeAfter });
    return null;
  }
  for (const type of starting.plan.types)
    if (!runs.some((one) => one.type === type)) runs.push({ type, runId: null, problem: away });
  const { at, by, passed, reason } = starting;
  const outcome = runs.some(({ runId }) => runId !== null) ? "started" : "refused";
  const due: HandledDue = { at: new Date(at), handledAt: now, by, outcome, reason, passed, runs };
  // If another due time came in the meantime, or comes before the lease would have ended, the schedule is due again immediately, because
  // whoever reports it would find a lease.
  const next = latestDue(schedule, schedule.handledUntil, new Date(now.getTime() + LEASE_MS));
  const takeAfter = next && schedule.enabled ? now : null;
  const set = { starting: null, takeAfter, recent: keptDues([due, ...schedule.recent]) };
  if (!(await writeTurn(ctx.models, schedule, set))) return null;
  metrics.scheduleDues.inc({ outcome });
  return due;
}

async function startOne(
  ctx: OperationContext,
  { _id, orgId, projectId, name }: Schedule,
  starting: StartingDue,
  type: ScheduledType,
): Promise<StartedType | { away: string }> {
  const caller: Caller = { kind: "schedule", scheduleId: _id, name, orgId, projectId };
  const { environment, scenarios, browsers, branch, location = null } = starting.plan;
  const input = {
    project: projectId,
    ...(environment !== null && { environment }),
    ...(scenarios !== null && { scenarios }),
    ...(browsers !== null && { browsers }),
    ...(branch !== null && { branch }),
    ...(location !== null && { location }),
  };
  const own = { ...ctx, idempotency: idempotencyOf(_id, starting, type) };
  try {
    const { runId } =
      type === FULL ? await startFullAudit(own, caller, input) : await startRun(own, caller, { ...input, type });
    return { type, runId, problem: null };
  } catch (error) {
    // Unexpected errors are thrown, so that the lease expires and another process retries.
    if (!(error instanceof ProductError)) throw error;
    const { runId } = error.details;
    // Without Temporal the run is stored all the same, and the reconciler starts it. A person who pauses the schedule can cancel it.
    if (error.code === "unavailable" && typeof runId === "string") return { type, runId, problem: null };
    const problem = truncate(error.message, MAX_PROBLEM);
    return error.code === "unavailable" ? { away: problem } : { type, runId: null, problem };
  }
}
