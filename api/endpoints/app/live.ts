// Live changes for open pages, as a stream or by polling.
import type { Request } from "express";
import { resolveProject } from "../../lib/access.ts";
import type { OperationContext } from "../../lib/context.ts";
import { openEventStream } from "../../lib/eventStreams.ts";
import { closed, requiredText, text } from "../../lib/validate.ts";
import { type Person, personOf } from "../../operations/coach/person.ts";
import { cancelJob } from "../../operations/jobs/cancelJob.ts";
import { backlogOf, type LiveChange, listen, mayHear, readChanges } from "../../operations/live/changes.ts";
import { appChanges } from "../answers/app/live.ts";
import { appCancelledJob } from "../answers/app/projects.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { editors } from "../permits.ts";
import { screen } from "./shared.ts";

const EVENT_STREAM = "text/event-stream";

const events = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/events",
  id: "appEvents",
  summary: "What changes in a project, as it happens",
  description:
    "With `Accept: text/event-stream` a stream: `hello` first, then `run`, `job`, `review`, `finding`, `notification`, `feature` (step definitions too), `heal`, `recording`, `thread`, `reviewRequest`, `presence`; `reset` when everything is to be read again, `end` when the session has ended. A stream resumes by `Last-Event-ID`; every 15 s a comment shows that it is alive. Without that header it answers as `GET /api/app/changes`.",
  query: closed({ project: requiredText(), since: text(20) }),
  uncompressed: true,
  answers: {
    200: { description: "A stream, or the changes since the cursor.", json: appChanges, types: [EVENT_STREAM] },
  },
  refusals: { 404: "The project is unknown.", 429: "Too many pages listen." },
  async handle({ ctx, caller, query, req, res }) {
    const since = req.get("last-event-id") ?? query.since;
    if (req.accepts(["application/json", EVENT_STREAM]) !== EVENT_STREAM)
      return { json: await readChanges(ctx, caller, { project: query.project, since }) };
    const { _id: projectId } = await resolveProject(ctx, caller, query.project);
    const person = personOf(caller);
    // Subscribes before reading the backlog so that no change is missed; receiving a change twice is harmless.
    let tell = (fresh: readonly LiveChange[]): void => void early.push(...fresh);
    const early: LiveChange[] = [];
    let askAgain = (): void => undefined;
    const leave = listen(ctx, {
      projectId,
      userId: person.userId,
      tell: (fresh) => tell(fresh),
      askAgain: () => askAgain(),
    });
    try {
      const { cursor, reset, changes } = await backlogOf(ctx, projectId, known(since));
      const stream = openEventStream(res, {
        who: person.userId,
        stillAllowed: () => stillThere(ctx, req, person, projectId),
        onEnd: leave,
        heartbeatMs: ctx.heartbeatMs,
      });
      askAgain = stream.askAgain;
      tell = (fresh) => {
        for (const change of fresh) stream.send(change.kind, change, String(Date.parse(change.at)));
      };
      stream.send(reset ? "reset" : "hello", { projectId }, cursor);
      tell(changes);
      tell(early);
    } catch (error) {
      leave();
      throw error;
    }
    return undefined;
  },
});

/** An unknown cursor, e.g. one of an earlier version, is ignored, so that the stream starts from the beginning. */
const known = (since: string | undefined) => (since !== undefined && /^\d{1,15}$/.test(since) ? since : undefined);

/** Whether the session still exists, still belongs to the same person, and may still read the project. */
async function stillThere(ctx: OperationContext, req: Request, person: Person, projectId: string): Promise<boolean> {
  const stands = await new Promise<boolean>((resolve) => req.session.reload((error) => resolve(!error)));
  return stands && mayHear(ctx, req.session, person, projectId);
}

const changes = defineEndpoint({
  ...screen,
  method: "get",
  path: "/api/app/changes",
  id: "appChanges",
  summary: "What changed in a project since a cursor",
  description: "For pages that cannot hold a stream open. Without `since` it returns the starting point.",
  query: closed({ project: requiredText(), since: text(20) }),
  answers: { 200: { description: "Oldest first.", json: appChanges } },
  refusals: { 404: "The project is unknown." },
  handle: async ({ ctx, caller, query }) => ({ json: await readChanges(ctx, caller, query) }),
});

const stopJob = defineEndpoint({
  ...screen,
  ...editors,
  method: "post",
  path: "/api/app/jobs/{jobId}/cancel",
  id: "appCancelJob",
  summary: "Cancel a job",
  description: "It ends `cancelled`. Asking again while it stops is harmless.",
  params: { jobId: "Id of the job" },
  answers: { 202: { description: "It is being cancelled, or was.", json: appCancelledJob } },
  refusals: { 404: "The job is unknown.", 409: "It has ended." },
  handle: async ({ ctx, caller, params }) => ({ json: await cancelJob(ctx, caller, params.jobId) }),
});

export const appLiveEndpoints: EndpointArea = { name: "appLive", endpoints: [events, changes, stopJob] };
