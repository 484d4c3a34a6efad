// Accepting findings until a date, and taking that back. Runs that stand for the project now are judged again at once.
import { endProblem, MOST_ACCEPTANCES, whyNotAccepted } from "../../../../domain/audit/acceptance.ts";
import type { AuditPillar } from "../../../../domain/audit/pillars.ts";
import { ProductError } from "../../../../domain/errors.ts";
import { truncate } from "../../../../domain/text.ts";
import type { Acceptance } from "../../../../models/acceptance.ts";
import {
  acceptanceIdOf,
  acceptancesOf,
  countAcceptances,
  putAcceptance,
  takeAcceptance,
} from "../../../../models/acceptances.ts";
import { markAccepted, type Rejudgement, rejudgeRun, unmarkAccepted } from "../../../../models/auditVerdicts.ts";
import { noteChange } from "../../../../models/changes.ts";
import type { FindingRecord } from "../../../../models/finding.ts";
import type { Project } from "../../../../models/project.ts";
import { latestRunsOfType } from "../../../../models/runQueries.ts";
import { describeCaller, requireRight } from "../../../lib/access.ts";
import { recordAudit } from "../../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { runTypeOf } from "../../reports/pillarReport.ts";

export type AcceptInput = {
  project: Project;
  /** The run whose findings the person looked at. */
  runId: string;
  fingerprints: string[];
  reason: string;
  /** ISO 8601. */
  until: string;
  /** Acceptances that the person has seen and wants to replace. */
  replaces: string[];
};
export type Accepted = {
  accepted: Acceptance[];
  refused: { fingerprint: string; message: string }[];
  runs: Rejudgement[];
};

/** Runs of a pillar among which those that stand for an environment and a branch are looked for. */
const RECENT = 60;
const MOST_TARGET = 500;

/** Throws not_found for a finding that the run does not have, and conflict where nothing was left to accept. */
export async function acceptFindings(ctx: OperationContext, caller: Caller, input: AcceptInput): Promise<Accepted> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  const { project, runId, reason, replaces } = input;
  const now = ctx.now();
  const until = new Date(input.until);
  const problem = endProblem(until, now);
  if (problem) throw new ProductError("validation_error", problem, { fields: [{ path: "until", message: problem }] });
  const fingerprints = [...new Set(input.fingerprints)];
  const findings = await findingsOf(ctx, project._id, runId, fingerprints);
  const standing = await acceptancesOf(models, project._id, fingerprints);
  if ((await countAcceptances(models, project._id)) + findings.length > MOST_ACCEPTANCES)
    throw new ProductError(
      "conflict",
      `A project has at most ${MOST_ACCEPTANCES} accepted findings: take some back first.`,
    );
  const accepted: Acceptance[] = [];
  const refused: Accepted["refused"] = [];
  for (const finding of findings) {
    const { fingerprint } = finding;
    const before = standing.get(fingerprint) ?? null;
    const why =
      before &&
      whyNotAccepted(
        before,
        replaces.find((id) => id === before.id),
        now,
      );
    const acceptance = acceptanceOf(ctx, caller, finding, { reason, until });
    if (why) refused.push({ fingerprint, message: why });
    else if (await putAcceptance(models, acceptance, before?.id ?? null)) accepted.push(acceptance);
    else refused.push({ fingerprint, message: "Somebody else decided about it at the same moment: look again." });
  }
  if (accepted.length === 0) throw new ProductError("conflict", refused[0]?.message ?? "Nothing was accepted.");
  const runs = await rejudgeAll(ctx, project, runId, accepted, async (runIds) => {
    for (const one of accepted) await markAccepted(models, runIds, one);
  });
  await recordAudit(ctx, caller, "finding.accept", project._id, {
    ...{ project: project.slug, reason, until: until.toISOString(), findings: accepted.length },
    fingerprints: accepted.map(({ fingerprint }) => fingerprint),
  });
  await tellPages(ctx, caller, project, "accept", accepted);
  return { accepted, refused, runs };
}

/** Answers how many were taken back; those that were not accepted are left as they are. */
export async function unacceptFindings(
  ctx: OperationContext,
  caller: Caller,
  { project, fingerprints }: { project: Project; fingerprints: string[] },
): Promise<{ taken: string[]; runs: Rejudgement[] }> {
  requireRight(caller, "mcpWrite");
  const gone: Acceptance[] = [];
  for (const fingerprint of new Set(fingerprints)) {
    const one = await takeAcceptance(ctx.models, project._id, fingerprint);
    if (one) gone.push(one);
  }
  if (gone.length === 0) return { taken: [], runs: [] };
  const taken = gone.map(({ fingerprint }) => fingerprint);
  const runs = await rejudgeAll(ctx, project, null, gone, async (runIds) => {
    for (const fingerprint of taken) await unmarkAccepted(ctx.models, runIds, fingerprint);
  });
  await recordAudit(ctx, caller, "finding.unaccept", project._id, {
    ...{ project: project.slug, findings: taken.length, fingerprints: taken },
  });
  await tellPages(ctx, caller, project, "unaccept", gone);
  return { taken, runs };
}

/** Open pages of others look again. */
function tellPages(
  { models }: OperationContext,
  caller: Caller,
  { _id: projectId }: Project,
  decision: "accept" | "unaccept",
  acceptances: readonly Acceptance[],
): Promise<void> {
  const [first] = acceptances;
  const data = { decision, pillar: first?.pillar ?? null, count: acceptances.length, by: describeCaller(caller) };
  return noteChange(models, { kind: "finding", id: first?.fingerprint ?? projectId, projectId, data });
}

async function findingsOf({ models }: OperationContext, projectId: string, runId: string, fingerprints: string[]) {
  const ids = fingerprints.map((one) => `${runId}:${one}`);
  const found = await models.findings.find({ _id: { $in: ids }, projectId }).lean<FindingRecord[]>();
  const byId = new Map(found.map((one) => [one._id, one]));
  return ids.map((id, index) => {
    const finding = byId.get(id);
    if (finding) return finding;
    throw new ProductError("not_found", `The run "${runId}" has no finding "${fingerprints[index]}".`);
  });
}

function acceptanceOf(
  ctx: OperationContext,
  caller: Caller,
  { projectId, fingerprint, pillar, rule, severity, page, target, message }: FindingRecord,
  { reason, until }: { reason: string; until: Date },
): Acceptance {
  return {
    _id: acceptanceIdOf(projectId, fingerprint),
    ...{ projectId, fingerprint, pillar, rule, severity, page: truncate(page, 2_000) },
    ...{ target: truncate(target, MOST_TARGET), message: truncate(message, MOST_TARGET) },
    ...{ id: ctx.ulid().toLowerCase(), reason, until, by: describeCaller(caller), at: ctx.now() },
  };
}

/** Of each pillar concerned: the newest run of each environment and branch, and the run that was looked at. */
async function rejudgeAll(
  { models }: OperationContext,
  project: Project,
  runId: string | null,
  concerned: readonly Pick<Acceptance, "pillar">[],
  change: (runIds: string[]) => Promise<void>,
): Promise<Rejudgement[]> {
  const pillars = [...new Set(concerned.map(({ pillar }) => pillar))];
  const runIds = new Set(runId === null ? [] : [runId]);
  for (const pillar of pillars) for (const id of await standingRuns(models, project, pillar)) runIds.add(id);
  await change([...runIds]);
  const judged: Rejudgement[] = [];
  for (const id of runIds) {
    const one = await rejudgeRun(models, id);
    if (one) judged.push(one);
  }
  return judged;
}

async function standingRuns(models: OperationContext["models"], project: Project, pillar: AuditPillar) {
  const fields = { environmentId: 1, branch: 1 } as const;
  const recent = await latestRunsOfType(models, { project }, runTypeOf(pillar), {
    ...{ status: "completed", limit: RECENT, fields },
  });
  const newest = new Map<string, string>();
  for (const { _id, environmentId, branch } of recent) {
    const place = JSON.stringify([environmentId, branch]);
    if (!newest.has(place)) newest.set(place, _id);
  }
  return newest.values();
}
