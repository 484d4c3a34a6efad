// Decisions made by comment: who decides, about which run, and the result as a sentence.
import * as say from "../../../domain/comments/answers.ts";
import { type DecidableRun, type PullState, subjectOfComment } from "../../../domain/comments/subject.ts";
import { nearest } from "../../../domain/nearest.ts";
import { type CodeHostName, codePlaceOf } from "../../../domain/report/codePlace.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { baselinesOfShots } from "../../../models/baselines/queries.ts";
import { findCodeAccount } from "../../../models/codeAccounts/queries.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunOfType } from "../../../models/runs/queries.ts";
import { eachShotOfRun, shotsOf } from "../../../models/shots/queries.ts";
import type { ShotReview } from "../../../models/shots/schema.ts";
import { findUser } from "../../../models/users/queries.ts";
import { configuredHosts } from "../../../platform/codeHosts/configured.ts";
import { mayChange } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decideShots } from "../visual/decideShots.ts";
import { markOf } from "../visual/reviewMark.ts";
import { type Author, codeAccountId } from "./accounts.ts";

const RUN = { status: 1, commitSha: 1, finishedAt: 1, prUrl: 1, type: 1 } as const;

/** Returns the person whose account wrote the comment, or `refused` with a sentence on why they may not decide. */
export async function deciderOf(
  ctx: OperationContext,
  { host, site, author }: Author,
  { orgId }: Pick<Project, "orgId">,
  via: string,
): Promise<Caller | { refused: string; stranger: boolean }> {
  const { models } = ctx;
  const account = await findCodeAccount(models, codeAccountId(site, author.id));
  const user = account && (await findUser(models, account.userId));
  if (!user) return { refused: say.stranger(author.login, host), stranger: true };
  const membership = await membershipIn(models, user, orgId);
  if (!membership) return { refused: say.NO_MEMBER, stranger: false };
  const { role } = membership.member;
  const caller: Caller = { kind: "user", userId: user._id, email: user.email, orgId, role, via };
  return mayChange(caller) ? caller : { refused: say.NO_RIGHT, stranger: false };
}

export type Subject = { runId: string; sha: string | null };

/** Returns the run that a comment posted at this time decides about, or a sentence on why there is none. */
export async function runOfComment(
  ctx: OperationContext,
  {
    project,
    host,
    repository,
    prNumber,
    pull,
    commentedAt,
  }: {
    project: Project;
    host: CodeHostName;
    repository: string;
    prNumber: number;
    pull: PullState;
    commentedAt: Date;
  },
): Promise<Subject | { refused: string }> {
  const { models } = ctx;
  const of = { fields: RUN };
  const [ofHead, ofPull] = await Promise.all([
    latestRunOfType(models, { project, commitSha: pull.head }, "vrt-test", of),
    latestRunOfType(models, { project, prNumber }, "vrt-test", of),
  ]);
  const found = subjectOfComment<DecidableRun & { prUrl: string | null }>(pull, { ofHead, ofPull }, commentedAt);
  if ("why" in found) return { refused: say.noSubject(found, host) };
  const { _id: runId, commitSha: sha, prUrl } = found.run;
  const hosts = configuredHosts(ctx.config).filter((one) => one.host === host);
  const named =
    prUrl === null ? null : codePlaceOf({ prUrl, hosts: hosts.map((one) => ({ ...one, repository: null })) });
  if (named && "repository" in named && named.repository.toLowerCase() !== repository.toLowerCase())
    return { refused: say.OTHER_REPOSITORY };
  return { runId, sha };
}

/** `label` is null for everything that waits for review. */
type Wanted = { verb: "approve" | "reject"; label: string | null; note: string; commentedAt: Date };

/**
 * Approves or rejects everything that waits for review, or only the scenario `label`, through the same operation as the dashboard. Returns
 * the answer as a sentence.
 */
export async function decideAll(
  ctx: OperationContext,
  caller: Caller,
  { runId, sha }: Subject,
  { verb, label: asked, note, commentedAt }: Wanted,
): Promise<string> {
  const { models } = ctx;
  const label = asked === null ? null : await labelOf(ctx, runId, asked);
  if (typeof label === "object" && label !== null) return say.unknownLabel(asked ?? "", label.near);
  const statuses = ["failed", "error"] as const;
  const scenarioLabels = label === null ? undefined : [label];
  const open = (await shotsOf(models, { runId, statuses, scenarioLabels })).filter(({ review }) =>
    mayDecide(review ?? null, { verb, label, commentedAt }),
  );
  if (open.length === 0) return say.nothingToDecide(verb, label);
  const standing = await baselinesOfShots(models, open);
  const shots = open.map((shot) => ({
    shotId: shot._id,
    mark: markOf(shot, standing.get(baselineIdOf(shot.baselineKey))),
  }));
  const { results } = await decideShots(ctx, caller, runId, { decision: verb, shots, note });
  const done = results.filter(({ ok }) => ok).length;
  return say.decidedSentence(verb, label, { done, refused: results.flatMap(({ refused }) => refused ?? []), sha });
}

/**
 * Returns whether a comment may change a shot's review. Decisions made after the comment are kept, because its author did not see them. A
 * command without a label does not override rejections, and what is rejected is not rejected again.
 */
function mayDecide(
  review: ShotReview | null,
  { verb, label, commentedAt }: Pick<Wanted, "verb" | "label" | "commentedAt">,
): boolean {
  if (review === null) return true;
  if (review.at > commentedAt) return false;
  return review.decision !== "rejected" || (verb === "approve" && label !== null);
}

/** Returns the label of the scenario in the run, or the closest names. */
async function labelOf(
  { models }: OperationContext,
  runId: string,
  asked: string,
): Promise<string | { near: string[] }> {
  const known = new Set<string>();
  await eachShotOfRun(models, runId, { fields: { scenarioLabel: 1 } }, ({ scenarioLabel }) => known.add(scenarioLabel));
  const small = asked.toLowerCase();
  const found = known.has(asked) ? asked : [...known].find((one) => one.toLowerCase() === small);
  return found ?? { near: nearest(asked, [...known]) };
}
