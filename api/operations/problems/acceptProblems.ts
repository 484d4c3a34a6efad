// Accepts audit problems and revokes acceptances. The acceptance is stored on the problem's findings in the newest run that saw it.

import { MAX_AT_ONCE } from "../../../domain/audit/acceptance.ts";
import { OPEN_OUTCOMES } from "../../../domain/audit/finding.ts";
import { causeOf } from "../../../domain/audit/problems.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { findingsOfRun } from "../../../models/findings/queries.ts";
import { chunksOf } from "../../../models/lib/chunks.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { acceptFindings, unacceptFindings } from "../findings/acceptFindings.ts";
import type { ProblemChange } from "./changeProblem.ts";

/** Grouped by run, so that a run's verdict is re-evaluated once instead of once per problem. */
type Group = { runId: string; findings: { fingerprint: string; problemId: string }[] };

/** Returns the reasons why some were not accepted, by problem id. Throws `validation_error` if no end date is given. */
export async function acceptProblems(
  ctx: OperationContext,
  caller: Caller,
  { project, problems, accept }: { project: Project; problems: readonly Problem[]; accept: ProblemChange["accept"] },
): Promise<Map<string, string>> {
  if (accept && accept.until === undefined)
    throw fieldError("accept.until", "accept.until is required: findings are accepted until a date.");
  const refused = new Map<string, string>();
  for (const { runId, findings } of await groupsOf(ctx, problems, accept == null, refused))
    for (const some of chunksOf(findings, MAX_AT_ONCE)) {
      const fingerprints = some.map(({ fingerprint }) => fingerprint);
      const why = accept
        ? await accepted(ctx, caller, { project, runId, fingerprints, ...accept, until: accept.until ?? "" })
        : await takenBack(ctx, caller, { project, runId, fingerprints });
      for (const { fingerprint, problemId } of some) {
        const message = why.get(fingerprint);
        if (message !== undefined) refused.set(problemId, message);
      }
    }
  return refused;
}

/** Returns the findings behind each problem; a problem without findings is added to `refused`. */
async function groupsOf(
  { models }: OperationContext,
  problems: readonly Problem[],
  taken: boolean,
  refused: Map<string, string>,
): Promise<Group[]> {
  const outcomes = taken ? (["accepted"] as const) : OPEN_OUTCOMES;
  const groups: Group[] = [];
  for (const [runId, own] of Map.groupBy(problems, ({ lastSeen }) => lastSeen.runId)) {
    const found = await findingsOfRun(models, runId, { outcomes, fields: { fingerprint: 1, cause: 1 } });
    const byCause = Map.groupBy(found, causeOf);
    const findings = own.flatMap(({ _id: problemId, cause }) =>
      (byCause.get(cause) ?? []).map(({ fingerprint }) => ({ fingerprint, problemId })),
    );
    for (const { _id, cause } of own)
      if (!byCause.has(cause))
        refused.set(_id, `Run "${runId}" has no ${taken ? "accepted" : "open"} finding of this problem.`);
    groups.push({ runId, findings });
  }
  return groups;
}

type Accepting = { project: Project; runId: string; fingerprints: string[]; reason: string; until: string };

/** Returns the reasons for refusals by fingerprint. */
async function accepted(ctx: OperationContext, caller: Caller, input: Accepting): Promise<Map<string, string>> {
  try {
    const { refused } = await acceptFindings(ctx, caller, { ...input, replaces: [] });
    return new Map(refused.map(({ fingerprint, message }) => [fingerprint, message]));
  } catch (error) {
    // None of the findings was left to accept.
    if (!(error instanceof ProductError) || error.code === "validation_error") throw error;
    return new Map(input.fingerprints.map((one) => [one, error.message]));
  }
}

async function takenBack(
  ctx: OperationContext,
  caller: Caller,
  input: Omit<Accepting, "reason" | "until">,
): Promise<Map<string, string>> {
  const { taken } = await unacceptFindings(ctx, caller, input);
  const left = input.fingerprints.filter((one) => !taken.includes(one));
  return new Map(left.map((one) => [one, "It is accepted on another branch."]));
}
