// What waits for the signed-in person. Everything is derived from the item concerned, so it leaves the list once that item is done.

import { waitsOf } from "../../../domain/discussion/thread.ts";
import { MAX_WAITING, type WaitingItem, waitingList } from "../../../domain/discussion/waiting.ts";
import { RUN_NAME } from "../../../domain/runTypes.ts";
import { truncate } from "../../../domain/text.ts";
import { openProblemsAssignedTo } from "../../../models/problems/assigned.ts";
import { projectsWithin } from "../../../models/projects/queries.ts";
import { requestsFor } from "../../../models/reviewRequests/queries.ts";
import { threadsWaitingFor } from "../../../models/reviewThreads/queries.ts";
import { runsWithIds } from "../../../models/runs/byIds.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { Person } from "./me.ts";

const MAX_TEXT = 300;
/** Of each kind, one more than is listed shows that there is more. */
const MAX_READ = MAX_WAITING + 1;

export async function readWaiting(ctx: OperationContext, caller: Person) {
  requireReadRight(caller);
  const projects = await projectsWithin(ctx.models, { orgId: caller.orgId }, { fields: { name: 1, slug: 1 } });
  const byId = new Map(projects.map((one) => [one._id, one]));
  const lists = [reviews(ctx, caller), conversations(ctx, caller), problems(ctx, caller, [...byId.keys()])];
  const found = (await Promise.all(lists)).flat();
  const { items, more } = waitingList(found.filter(({ projectId }) => byId.has(projectId)));
  return {
    count: items.length,
    more,
    items: items.map(({ projectId, at, text, ...item }) => {
      const { name, slug } = byId.get(projectId) ?? { name: "", slug: "" };
      return { ...item, at: at.toISOString(), text: truncate(text, MAX_TEXT), project: { name, slug } };
    }),
  };
}

type Found = Promise<WaitingItem[]>;

async function reviews({ models }: OperationContext, { orgId, email }: Person): Found {
  const requests = await requestsFor(models, orgId, email, MAX_READ);
  const runs = await runsWithIds(
    models,
    requests.map(({ runId }) => runId),
    { type: 1, branch: 1 },
  );
  const byId = new Map(runs.map((run) => [run._id, run]));
  return requests.flatMap(({ _id, projectId, runId, askedBy, askedAt, note }) => {
    const run = byId.get(runId);
    if (!run) return [];
    const title = run.branch === null ? RUN_NAME[run.type] : `${RUN_NAME[run.type]} of ${run.branch}`;
    const about = { id: _id, projectId, runId, shot: null, title };
    return [{ kind: "review" as const, ...about, at: askedAt, by: askedBy, text: note ?? "" }];
  });
}

async function conversations({ models }: OperationContext, { orgId, email }: Person): Found {
  const threads = await threadsWaitingFor(models, orgId, email, MAX_READ);
  return threads.flatMap((thread) => {
    const wait = waitsOf(thread).find((one) => one.email === email);
    if (!wait) return [];
    const { _id, projectId, runId, index, scenarioLabel, viewport } = thread;
    const { kind, by, at, text } = wait;
    const about = { id: _id, projectId, runId, shot: index, title: `${scenarioLabel}, ${viewport}` };
    return [{ kind, ...about, at: new Date(at), by, text }];
  });
}

async function problems({ models, now }: OperationContext, { email }: Person, projectIds: readonly string[]): Found {
  const assigned = await openProblemsAssignedTo(models, { email, projectIds, now: now() }, MAX_READ);
  return assigned.map(({ _id, projectId, title, lastSeen }) => ({
    kind: "problem" as const,
    id: _id,
    projectId,
    title,
    at: new Date(lastSeen.at),
    by: null,
    text: "",
    runId: lastSeen.runId,
    shot: null,
  }));
}
