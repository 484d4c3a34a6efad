// Finds ended runs and decides which messages to send. Each step can be repeated after a crash: the decision and
// its message are one write, deliveries have ids derived from it, and a run is marked as handled last.
import { createHash } from "node:crypto";
import { messageOf } from "../../domain/errors.ts";
import { optionsOf } from "../../domain/functional/runOptions.ts";
import { workflowIdOfDelivery } from "../../domain/ids.ts";
import { type ChannelKind, type EventKind, isStatusKind, isSubscribed } from "../../domain/notify/channels.ts";
import { decide, endPart, type Observation, trackOf } from "../../domain/notify/decide.ts";
import { type NotificationBody, summaryOf } from "../../domain/notify/message.ts";
import { hostOfRun } from "../../domain/report/codePlace.ts";
import { runPagePath } from "../../domain/report/runPage.ts";
import { type AuditExtra, partKey, pillarsCovered } from "../../domain/runs/part.ts";
import { runSummary } from "../../domain/runs/runSummary.ts";
import { gates } from "../../domain/runTypes.ts";
import {
  channelsOf,
  findTrack,
  forgetDeliveries,
  forgetTracks,
  insertDelivery,
  markAnnounced,
  markDeliveryStarted,
  markTold,
  partTracks,
  pendingDeliveries,
  unannouncedRuns,
  untoldRuns,
  writeTrack,
  writeTries,
} from "../../models/notifications/queries.ts";
import type { NotificationDelivery, Outgoing, VerdictTrack } from "../../models/notifications/schema.ts";
import { commentsNeedWriting } from "../../models/prComments/queries.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import { runsBefore } from "../../models/runs/before.ts";
import { onMainBranch } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { findWork } from "../../models/work/queries.ts";
import { configuredHosts } from "../../platform/codeHosts/configured.ts";
import { publicLink } from "../../platform/publicLink.ts";
import { startDeliveryWorkflow } from "../../platform/temporal/startDeliveryWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

export type TellActivities = { tellVerdicts(): Promise<{ told: number; started: number }> };

/** Retention of the delivery log. */
const KEEP_DELIVERIES_MS = 30 * 24 * 3_600_000;
/** Retention of what was told of runs that are not repeated, such as those of a merged branch. */
const KEEP_TRACKS_MS = 90 * 24 * 3_600_000;
/** Number of runs to read before the first watched one, including parts of full audits. */
const HISTORY_RUNS = 20;

export function createTellActivities(deps: ReconcileDeps): TellActivities {
  const { models } = deps;
  return {
    async tellVerdicts() {
      let told = 0;
      for await (const run of unannouncedRuns(models)) {
        try {
          await announce(deps, run);
        } catch (error) {
          deps.log("warn", "a run's start could not be notified", { runId: run._id, error: messageOf(error) });
        }
      }
      for await (const run of untoldRuns(models)) {
        try {
          await tellRun(deps, run);
          told++;
        } catch (error) {
          // A failing run must not prevent the others from being checked.
          deps.log("warn", "a run's verdict could not be notified", { runId: run._id, error: messageOf(error) });
        }
      }
      const started = await startDeliveries(deps);
      await forgetDeliveries(models, new Date(deps.now().getTime() - KEEP_DELIVERIES_MS));
      await forgetTracks(models, new Date(deps.now().getTime() - KEEP_TRACKS_MS));
      return { told, started };
    },
  };
}

/** Publishes the start of a run to its commit; a run that has already ended is reported by its end. */
async function announce(deps: ReconcileDeps, run: Run): Promise<void> {
  const { models } = deps;
  const project = await findProject(models, run.projectId);
  const ofCommit = run.commitSha !== null && run.parentRunId === null && gates(run.type);
  if (project && run.status === "running" && ofCommit) {
    const onMain = onMainBranch(run.branch, project.mainBranch);
    const eventId = `evt_${run._id}_started`;
    await publish(deps, project, { eventId, kind: "started", runId: run._id, onMainBranch: onMain, before: null });
  }
  await markAnnounced(models, run._id);
}

async function tellRun(deps: ReconcileDeps, run: Run): Promise<void> {
  const { models } = deps;
  const project = await findProject(models, run.projectId);
  // Comments show the latest verdict of each pillar, so parts of full audits count too.
  if (project && gates(run.type)) await commentsNeedWriting(models, run, deps.now());
  // The pillars of a full audit are reported as one; a baseline run has no verdict.
  if (project && run.parentRunId === null && gates(run.type)) {
    const onMain = onMainBranch(run.branch, project.mainBranch);
    if (run.commitSha !== null) {
      // Results may be approved and re-evaluated: the commit is notified each time.
      const again = run.resultsRevision ? `_${run.resultsRevision}` : "";
      const eventId = `evt_${run._id}_${run.verdict ?? run.status}${again}`;
      await publish(deps, project, { eventId, kind: "ended", runId: run._id, onMainBranch: onMain, before: null });
    }
    // An inconclusive run is not a regression, and does not end one. Nor does the run of a proof, which is about the event of a ticket.
    const isProof = optionsOf(run.extra).provedEventId !== undefined;
    if (run.status === "completed" && run.verdict !== null && !isProof) await follow(deps, project, run, onMain);
  }
  await markTold(models, run);
}

/** Adds the run's verdict to its track, and publishes the resulting message. */
async function follow(deps: ReconcileDeps, project: Project, run: Run, onMain: boolean): Promise<void> {
  const { models } = deps;
  const part = partKey(run);
  const id = trackIdOf(run, onMain, part);
  const wholeId = part === null ? null : trackIdOf(run, onMain, null);
  if (part === null) await endParts(deps, project, run, onMain);
  for (;;) {
    const stored = { ...((await findTrack(models, id)) ?? (await newTrack(deps, id, run))), wholeId };
    if (await publishOutgoing(deps, project, stored)) continue;
    const { track, change, before } = decide(stored, observed(run)!, part !== null);
    // The revision distinguishes two changes of one run: it failed, and was approved later.
    const eventId = `evt_${run._id}_${stored.rev + 1}`;
    const next: Outgoing | null = change && { eventId, kind: change, runId: run._id, onMainBranch: onMain, before };
    if (next === null && JSON.stringify(track.recent) === JSON.stringify(stored.recent) && track.said === stored.said)
      return;
    if ((await writeTrack(models, stored, track, { outgoing: next, at: deps.now() })) && next === null) return;
  }
}

/**
 * Ends the failures of runs of some scenarios if this run of all passed. One message reports it for all of them, and none if the run's
 * own track does. Called before that track is written, so that a repetition decides the same.
 */
async function endParts(deps: ReconcileDeps, project: Project, run: Run, onMain: boolean): Promise<void> {
  const { models } = deps;
  if (run.verdict !== "pass") return;
  const wholeId = trackIdOf(run, onMain, null);
  const parts = await partTracks(models, wholeId);
  if (parts.length === 0) return;
  const whole = (await findTrack(models, wholeId)) ?? (await newTrack(deps, wholeId, run));
  const isTold = whole.said !== null && whole.said !== "pass";
  for (const { _id } of parts)
    for (;;) {
      const stored = await findTrack(models, _id);
      if (stored === null) break;
      if (await publishOutgoing(deps, project, stored)) continue;
      const ended = endPart(stored, observed(run)!);
      if (ended === null) break;
      // The same for every part, so that it is sent once.
      const eventId = `evt_${run._id}_parts`;
      const mended: Outgoing = { eventId, kind: "mended", runId: run._id, onMainBranch: onMain, before: ended.before };
      await writeTrack(models, stored, ended.track, { outgoing: isTold ? null : mended, at: deps.now() });
    }
}

/** Hands over the message that a track has decided. Returns false if there is none. */
async function publishOutgoing(deps: ReconcileDeps, project: Project, track: VerdictTrack): Promise<boolean> {
  if (!track.outgoing) return false;
  await publish(deps, project, track.outgoing);
  await writeTrack(deps.models, track, track, { outgoing: null, at: deps.now() });
  return true;
}

/** Returns the track of a run type that was not watched before, as if it had been. */
async function newTrack(deps: ReconcileDeps, _id: string, run: Run): Promise<VerdictTrack> {
  const fields = { verdict: 1, parentRunId: 1, type: 1, scenarios: 1, extra: 1 } as const;
  const earlier = await runsBefore(deps.models, run, HISTORY_RUNS, fields);
  const limits = (one: Parameters<typeof partKey>[0], { named }: AuditExtra) =>
    JSON.stringify([partKey(one), pillarsCovered({ ...one.extra, named })]);
  const alone = earlier.filter((one) => {
    // Against an audit by an earlier version, an equal list of pillars counts as the same request.
    const as: AuditExtra = (one.extra as AuditExtra).named === undefined ? one.extra : run.extra;
    return one.parentRunId === null && limits(one, one.extra) === limits(run, as);
  });
  const { recent, said } = trackOf(alone.flatMap((one) => observed(one) ?? []).reverse(), partKey(run) !== null);
  return { _id, projectId: run.projectId, rev: 0, recent: [...recent], said, outgoing: null };
}

const observed = ({ _id, createdAt, verdict }: Pick<Run, "_id" | "createdAt" | "verdict">): Observation | null =>
  verdict && { runId: _id, at: createdAt.getTime(), verdict };

/** Only runs that cover the same are compared: a run of one scenario does not end the failure of another one. `part`: see `partKey`. */
function trackIdOf(run: Run, onMain: boolean, part: string | null): string {
  const { projectId, type, environmentId, branch, upload, pages, extra } = run;
  const pillars = pillarsCovered(extra);
  const covered = [upload ? "uploaded" : null, pages ?? null, part, ...(pillars ? [pillars] : [])];
  const isAll = covered.every((one) => one === null);
  const place = [projectId, type, environmentId, onMain ? null : branch, ...(isAll ? [] : [covered])];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex");
}

/** Creates a delivery for each channel subscribed to the message. Idempotent. */
async function publish(deps: ReconcileDeps, project: Project, outgoing: Outgoing): Promise<void> {
  const { models } = deps;
  const wanting = (await channelsOf(models, project._id)).filter((channel) => isSubscribed(channel, outgoing));
  const run = wanting.length === 0 ? null : await findWork(models, "run", outgoing.runId);
  if (!run) return;
  // With two code hosts, a commit exists on the one the run comes from.
  const host = hostOfRun({ ...run, hosts: configuredHosts(deps.config) });
  const channels = wanting.filter(({ kind }) => host === null || !isStatusKind(kind) || kind === host);
  if (channels.length === 0) return;
  const body = JSON.stringify(bodyOf(deps, project, run, outgoing));
  for (const channel of channels)
    await insertDelivery(models, {
      ...deliveryOf(project, channel, { eventId: outgoing.eventId, kind: outgoing.kind, runId: run._id, body }),
      _id: `dlv_${outgoing.eventId}_${channel._id}`,
      createdAt: deps.now(),
    });
}

function deliveryOf(
  project: Pick<Project, "_id" | "orgId">,
  channel: { _id: string; kind: ChannelKind },
  said: { eventId: string; kind: EventKind; runId: string | null; body: string },
): Omit<NotificationDelivery, "_id" | "createdAt"> {
  return {
    orgId: project.orgId,
    projectId: project._id,
    channelId: channel._id,
    ...said,
    status: "pending",
    tries: [],
    nextTryAt: null,
    redeliveryOf: null,
    startedAt: null,
    endedAt: null,
  };
}

function bodyOf(deps: ReconcileDeps, project: Project, run: Run, outgoing: Outgoing): NotificationBody {
  const { type, status, verdict, environmentName: environment, branch, commitSha, prNumber, finishedAt } = run;
  const kind = outgoing.kind === "test" ? "ended" : outgoing.kind;
  return {
    id: outgoing.eventId,
    type: `run.${kind}`,
    createdAt: deps.now().toISOString(),
    summary: summaryOf(kind, { type, project: project.name, environment, branch }),
    project: { id: project._id, slug: project.slug, name: project.name },
    run: {
      id: run._id,
      type,
      status,
      verdict,
      environment,
      branch,
      commitSha,
      prNumber,
      finishedAt: finishedAt?.toISOString() ?? null,
      sentence: runSummary(run).sentence,
      url: publicLink(deps, runPagePath({ projectSlug: project.slug, runId: run._id, type })),
    },
    previous: outgoing.before && { runId: outgoing.before.runId, verdict: outgoing.before.verdict },
  };
}

/** Starts a workflow for each delivery without one, and closes deliveries whose workflow was ended externally. */
async function startDeliveries(deps: ReconcileDeps): Promise<number> {
  const { models, client, queues } = deps;
  let started = 0;
  for await (const delivery of pendingDeliveries(models)) {
    const { _id, projectId, body, startedAt, tries, nextTryAt } = delivery;
    try {
      if (startedAt === null) {
        const { project } = JSON.parse(body) as NotificationBody;
        await startDeliveryWorkflow(client, queues, { deliveryId: _id, projectId, projectSlug: project.slug });
        await markDeliveryStarted(models, _id, deps.now());
        started++;
      } else if (deps.now().getTime() - Math.max(startedAt.getTime(), nextTryAt?.getTime() ?? 0) > OVERDUE_MS) {
        const workflow = await workflowStatus(client, workflowIdOfDelivery(_id));
        if (workflow === "RUNNING") continue;
        const ended = { status: "failed" as const, nextTryAt: null, endedAt: deps.now(), tries };
        if (!(await writeTries(models, delivery, ended))) continue;
        deps.log("warn", "a delivery was ended in Temporal", { deliveryId: _id, workflow });
      }
    } catch (error) {
      deps.log("warn", "a delivery could not be started", { deliveryId: _id, error: messageOf(error) });
    }
  }
  return started;
}

/** A delivery whose attempt is overdue by this much is checked in Temporal. */
const OVERDUE_MS = 10 * 60_000;
