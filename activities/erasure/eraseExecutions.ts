// Ends the workflows of what is being deleted before its documents go, and deletes them from Temporal with their histories.
import { setTimeout as pause } from "node:timers/promises";
import { sharesSlug } from "../../models/erasures/mark.ts";
import { projectsOfWork } from "../../models/erasures/work.ts";
import type { Models } from "../../models/index.ts";
import { BATCH } from "../../models/lib/inBatches.ts";
import type { Project } from "../../models/projects/schema.ts";
import {
  deleteExecution,
  type Execution,
  endExecution,
  executionsOn,
  inputOf,
} from "../../platform/temporal/executions.ts";
import type { Erasing, ErasureDeps } from "./deps.ts";

/** Work that ignores its cancellation is terminated after this time. */
const CANCEL_MS = 30_000;
/** Maximum wait until Temporal's lists no longer show deleted executions: they lag by seconds. */
const LISTED_MS = 30_000;
const LOOK_MS = 500;

/** Selects the relevant executions. */
type Choose = (some: readonly Execution[]) => Promise<Execution[]>;

/** Cancels all work on the project, and terminates what does not stop. Resolves when nothing works on it any longer. */
export async function endWorkOf(deps: ErasureDeps, project: Project, work: Erasing): Promise<void> {
  const choose = await projectsOwn(deps, project);
  const asked = new Set<string>();
  const from = performance.now();
  for (;;) {
    let running = 0;
    for await (const execution of chosen(deps, choose, "ExecutionStatus = 'Running'")) {
      work.signal.throwIfAborted();
      running += 1;
      const late = performance.now() - from > CANCEL_MS;
      if (asked.has(execution.runId) && !late) continue;
      asked.add(execution.runId);
      await endExecution(deps.client, execution, late);
    }
    if (running === 0) return;
    work.note(`waiting for ${running} workflows to end`);
    await pause(LOOK_MS, undefined, { signal: work.signal });
  }
}

export const eraseProjectExecutions = async (deps: ErasureDeps, project: Project, work: Erasing): Promise<void> =>
  eraseChosen(deps, await projectsOwn(deps, project), work);

/** Deletes workflows that name the person: messages to them, and work they started under their email address. */
export async function eraseUserExecutions(
  deps: ErasureDeps,
  { id, email }: { id: string; email: string },
  work: Erasing,
): Promise<void> {
  await eraseChosen(
    deps,
    async (some) => {
      const found: Execution[] = [];
      for (const one of some) {
        if (one.running) continue;
        if (one.workflowId.includes(id)) found.push(one);
        else if (one.type === "recompareRun" && (await inputOf(deps.client, one)).includes(`"${email}"`))
          found.push(one);
      }
      return found;
    },
    work,
  );
}

/** Deletes them until the lists show none, or no more than their delay explains. */
async function eraseChosen(deps: ErasureDeps, choose: Choose, work: Erasing): Promise<void> {
  const deleted = new Set<string>();
  const until = performance.now() + LISTED_MS;
  for (;;) {
    let listed = 0;
    let fresh = 0;
    for await (const execution of chosen(deps, choose)) {
      work.signal.throwIfAborted();
      listed += 1;
      if (deleted.has(execution.runId)) continue;
      deleted.add(execution.runId);
      fresh += 1;
      await deleteExecution(deps.client, execution);
    }
    if (fresh > 0) await work.count({ executions: fresh });
    if (listed === 0 || (fresh === 0 && performance.now() > until)) return;
    await pause(LOOK_MS, undefined, { signal: work.signal });
  }
}

async function* chosen({ client, queues }: ErasureDeps, choose: Choose, only?: string): AsyncGenerator<Execution> {
  let some: Execution[] = [];
  for await (const execution of executionsOn(client, queues.orchestration, only)) {
    some.push(execution);
    if (some.length < BATCH) continue;
    yield* await choose(some);
    some = [];
  }
  yield* await choose(some);
}

/**
 * Matches by the ids in an execution's name, whose documents name their project; if these are gone, by the slug in its label; and
 * if another project has the same slug, or there is no label, by its input.
 */
async function projectsOwn({ client, models }: ErasureDeps, project: Project): Promise<Choose> {
  const { _id, slug } = project;
  const ambiguous = await sharesSlug(models, project);
  const startedForIt = async (one: Execution) => (await inputOf(client, one)).includes(`"${_id}"`);
  return async (some) => {
    const owners = await ownersOf(models, some);
    const found: Execution[] = [];
    for (const one of some) {
      const owner = one.workflowId.includes(_id) ? _id : owners.get(one.workflowId);
      if (owner !== undefined) {
        if (owner === _id) found.push(one);
      } else if (one.project === slug) {
        if (!ambiguous || (await startedForIt(one))) found.push(one);
      } else if (one.project === null && one.type === "inspectPage" && (await startedForIt(one))) found.push(one);
    }
    return found;
  };
}

const WORK_ID = /(?:run|job|rec|sch)_[0-9a-z]+/;
const DELIVERY = /^delivery-(.+)$/;

/** Returns the project of each execution, by its name, as far as the documents still exist. */
async function ownersOf(models: Models, some: readonly Execution[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { workflowId } of some) {
    const id = DELIVERY.exec(workflowId)?.[1] ?? WORK_ID.exec(workflowId)?.[0];
    if (id !== undefined) ids.set(workflowId, id);
  }
  const projects = await projectsOfWork(models, [...new Set(ids.values())]);
  return new Map(
    [...ids].flatMap(([workflowId, id]) => {
      const owner = projects.get(id);
      return owner === undefined ? [] : [[workflowId, owner] as const];
    }),
  );
}
