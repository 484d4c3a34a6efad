// Accepts findings until a date and revokes acceptances. The current runs of the project are re-evaluated immediately.
import { isDeepStrictEqual } from "node:util";
import { endProblem, isInForce, MAX_ACCEPTANCES, whyNotAccepted } from "../../../domain/audit/acceptance.ts";
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { truncate } from "../../../domain/text.ts";
import {
  acceptanceIdAt,
  acceptanceIdOf,
  acceptancesOf,
  countAcceptances,
  putAcceptance,
  sparedIn,
  standingIn,
  takeAcceptance,
} from "../../../models/acceptances/queries.ts";
import type { Acceptance } from "../../../models/acceptances/schema.ts";
import { noteChange } from "../../../models/changes/queries.ts";
import { type ProjectHistory, projectHistory } from "../../../models/commits/decisions.ts";
import { findingsOfProject } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { markAccepted, type Rejudgement, rejudgeRun, unmarkAccepted } from "../../../models/findings/verdicts.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRunOf, latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { runTypeOf } from "../reports/pillarReport.ts";

export type AcceptInput = {
  project: Project;
  /** Run whose findings the person viewed. */
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

/** Maximum number of a pillar's runs to search for the current one of each environment and branch. */
const RECENT = 60;
const MAX_TARGET = 500;
const PLACE = { projectId: 1, branch: 1, commitSha: 1, prNumber: 1, createdAt: 1 } as const;
type PlacedRun = Pick<Run, "_id" | keyof typeof PLACE>;

/** Throws `not_found` if the run does not have the finding, and `conflict` if there was nothing left to accept. */
export async function acceptFindings(ctx: OperationContext, caller: Caller, input: AcceptInput): Promise<Accepted> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  const { project, runId, reason, replaces } = input;
  const now = ctx.now();
  const until = new Date(input.until);
  const problem = endProblem(until, now);
  if (problem) throw fieldError("until", problem);
  const fingerprints = [...new Set(input.fingerprints)];
  const findings = await findingsOf(ctx, project._id, runId, fingerprints);
  const run = await placeOfRun(ctx, project._id, runId);
  await holdRuns(ctx, [runId]);
  const known = await acceptancesOf(models, project._id, fingerprints);
  const history = projectHistory(models, project._id);
  const standing = await standingIn(history, run, known, now);
  if ((await countAcceptances(models, project._id)) + findings.length > MAX_ACCEPTANCES)
    throw new ProductError(
      "conflict",
      `A project has at most ${MAX_ACCEPTANCES} accepted findings: remove some first.`,
    );
  const accepted: Acceptance[] = [];
  const refused: Accepted["refused"] = [];
  for (const finding of findings) {
    const { fingerprint } = finding;
    const before = standing.get(fingerprint)?.here ?? null;
    const why =
      before &&
      whyNotAccepted(
        before,
        replaces.find((id) => id === before.id),
        now,
      );
    const acceptance = acceptanceOf(ctx, caller, finding, { reason, until, run, mainBranch: project.mainBranch });
    const inPlace = known.find(({ _id }) => _id === acceptance._id)?.id ?? null;
    if (why) refused.push({ fingerprint, message: why });
    else if (await putAcceptance(models, acceptance, inPlace)) {
      accepted.push(acceptance);
      // An acceptance that applies to every run fully replaces the earlier one; otherwise the earlier one still applies wherever the new one
      // does not.
      const everywhere = acceptance._id === acceptanceIdOf(project._id, fingerprint);
      if (before && everywhere && before._id !== acceptance._id) await takeAcceptance(models, before);
    } else refused.push({ fingerprint, message: "Somebody else changed it at the same moment: reload." });
  }
  if (accepted.length === 0) throw new ProductError("conflict", refused[0]?.message ?? "Nothing was accepted.");
  const runs = await rejudgeAll(ctx, { project, run, history, taken: false }, accepted);
  await recordAudit(ctx, caller, "finding.accept", project._id, {
    project: project.slug,
    reason,
    until: until.toISOString(),
    findings: accepted.length,
    fingerprints: accepted.map(({ fingerprint }) => fingerprint),
  });
  await decided(ctx, project._id, []);
  await tellPages(ctx, caller, project, "accept", accepted);
  return { accepted, refused, runs };
}

/**
 * Revokes acceptances and returns the fingerprints revoked; findings that were not accepted are left as they are. `runId` is the run that
 * the person viewed; acceptances that apply only on other branches are then kept. Throws `not_found` if the project has no such run.
 */
export async function unacceptFindings(
  ctx: OperationContext,
  caller: Caller,
  { project, fingerprints, runId }: { project: Project; fingerprints: string[]; runId?: string },
): Promise<{ taken: string[]; runs: Rejudgement[] }> {
  requireRight(caller, "mcpWrite");
  const { models } = ctx;
  const run = runId === undefined ? null : await placeOfRun(ctx, project._id, runId);
  const known = await acceptancesOf(models, project._id, [...new Set(fingerprints)]);
  const history = projectHistory(models, project._id);
  const there = run === null ? known : known.filter(await sparedIn(history, run, known));
  const gone: Acceptance[] = [];
  for (const one of there) if (await takeAcceptance(models, one)) gone.push(one);
  if (gone.length === 0) return { taken: [], runs: [] };
  const taken = [...new Set(gone.map(({ fingerprint }) => fingerprint))];
  const runs = await rejudgeAll(ctx, { project, run, history, taken: true }, gone);
  await recordAudit(ctx, caller, "finding.unaccept", project._id, {
    project: project.slug,
    findings: taken.length,
    fingerprints: taken,
  });
  await decided(ctx, project._id, []);
  await tellPages(ctx, caller, project, "unaccept", gone);
  return { taken, runs };
}

/** Makes other people's open pages reload. */
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
  const found = await findingsOfProject(models, projectId, ids);
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
  { reason, until, run, mainBranch }: { reason: string; until: Date; run: PlacedRun; mainBranch: string },
): Acceptance {
  const { branch, commitSha, prNumber, createdAt: runAt } = run;
  return {
    _id: acceptanceIdAt(projectId, fingerprint, run, mainBranch),
    projectId,
    fingerprint,
    pillar,
    rule,
    severity,
    page: truncate(page, 2_000),
    target: truncate(target, MAX_TARGET),
    message: truncate(message, MAX_TARGET),
    id: ctx.ulid().toLowerCase(),
    reason,
    until,
    by: describeCaller(caller),
    at: ctx.now(),
    branch,
    commitSha,
    prNumber,
    runAt,
  };
}

async function placeOfRun({ models }: OperationContext, projectId: string, runId: string): Promise<PlacedRun> {
  const run = await findRunOf(models, projectId, runId, PLACE);
  if (run) return run;
  throw new ProductError("not_found", `The project has no run "${runId}".`);
}

/**
 * Re-evaluates the run that was viewed and, for each pillar concerned, the newest run of each environment and branch. `taken`: whether
 * acceptances were revoked.
 */
async function rejudgeAll(
  { models, now }: OperationContext,
  {
    project,
    run,
    history,
    taken,
  }: { project: Project; run: PlacedRun | null; history: ProjectHistory; taken: boolean },
  concerned: readonly Pick<Acceptance, "pillar" | "fingerprint">[],
): Promise<Rejudgement[]> {
  const pillars = new Set(concerned.map(({ pillar }) => pillar));
  const runs = new Map(run === null ? [] : [[run._id, run]]);
  for (const pillar of pillars) for (const one of await standingRuns(models, project, pillar)) runs.set(one._id, one);
  const fingerprints = [...new Set(concerned.map(({ fingerprint }) => fingerprint))];
  // Unmark first: anyone who accepts at the same time has either stored the acceptance before it is read here, or marks the findings
  // afterwards.
  for (let stale = taken, isOver = false; !isOver; stale = true) {
    if (stale) for (const fingerprint of fingerprints) await unmarkAccepted(models, [...runs.keys()], fingerprint);
    const known = await acceptancesOf(models, project._id, fingerprints);
    await markStanding(models, history, { runs: [...runs.values()], known, at: now() });
    // Repeat if somebody decided after the read, because marks of acceptances they revoked would remain.
    isOver = isDeepStrictEqual(await acceptancesOf(models, project._id, fingerprints), known);
  }
  const judged: Rejudgement[] = [];
  for (const id of runs.keys()) {
    const again = await rejudgeRun(models, id);
    if (again) judged.push(again);
  }
  return judged;
}

async function markStanding(
  models: OperationContext["models"],
  history: ProjectHistory,
  { runs, known, at }: { runs: readonly PlacedRun[]; known: readonly Acceptance[]; at: Date },
): Promise<void> {
  const rows: { runId: string; here: Acceptance }[] = [];
  for (const run of runs) {
    const standing = await standingIn(history, run, known, at);
    for (const { here } of standing.values()) if (here && isInForce(here, at)) rows.push({ runId: run._id, here });
  }
  // Grouped by acceptance, because most acceptances apply to all of the runs.
  for (const group of Map.groupBy(rows, ({ here }) => here.id).values()) {
    const [{ here }] = group as [(typeof group)[number]];
    await markAccepted(
      models,
      group.map(({ runId }) => runId),
      here,
    );
  }
}

async function standingRuns(models: OperationContext["models"], project: Project, pillar: AuditPillar) {
  const fields = { environmentId: 1, ...PLACE } as const;
  const recent = await latestRunsOfType(models, { project }, runTypeOf(pillar), {
    status: "completed",
    limit: RECENT,
    fields,
  });
  const newest = new Map<string, PlacedRun>();
  for (const one of recent) {
    const place = JSON.stringify([one.environmentId, one.branch]);
    if (!newest.has(place)) newest.set(place, one);
  }
  return newest.values();
}
