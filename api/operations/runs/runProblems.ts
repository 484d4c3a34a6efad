// What is wrong in a run that ended, each problem once and the worst first: what a terminal shows of it.
import { SEVERITIES, type Severity } from "../../../domain/audit/finding.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { FULL_AUDIT, partsOfType, type StatusType } from "../../../domain/runTypes.ts";
import { createChangeGroups, groupSentence, showsChanges } from "../../../domain/visual/reading/groups.ts";
import { eachInTurns } from "../../../models/readInTurns.ts";
import type { Run } from "../../../models/run.ts";
import type { Shot } from "../../../models/shot.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { functionalFailures } from "../reports/functionalFailures.ts";
import { findingsOf, isNew, orderedFindings } from "../reports/worstFindings.ts";
import { childrenOf } from "./children.ts";
import { findRun } from "./findRun.ts";

/** `where`: "Home, Cart · phone, desktop", a page, or a scenario; "" where the title says it. */
export type RunProblem = { runId: string; type: StatusType; title: string; where: string; severity: Severity | null };
/** `total`: of all, of which `problems` are the first. */
export type RunProblems = { runId: string; problems: RunProblem[]; total: number };

type Found = { problems: RunProblem[]; total: number };
type ProblemsOf = (ctx: OperationContext, run: Run, limit: number) => Promise<Found>;

const DEFAULT_LIMIT = 20;
/** Failed screenshots of one run that are read. */
const MAX_SHOTS = 5_000;
/** Labels that a place names. */
const MAX_NAMED = 3;
const FIELDS = {
  ...({ index: 1, scenarioLabel: 1, viewport: 1, browser: 1, url: 1, status: 1 } as const),
  ...({ reasons: 1, fingerprint: 1, causes: 1, changes: 1 } as const),
};
type Row = Pick<Shot, keyof typeof FIELDS>;

/** Of a full audit: of all its parts, those with most at stake first. Of a run that has not ended: what is known so far. */
export async function listProblems(
  ctx: OperationContext,
  caller: Caller,
  { runId, limit = DEFAULT_LIMIT }: { runId: string; limit?: number | undefined },
): Promise<RunProblems> {
  requireReadRight(caller);
  const run = await findRun(ctx, caller, runId);
  if (run.type !== FULL_AUDIT) return { runId: run._id, ...(await problemsOf(ctx, run, limit)) };
  const parts: Found[] = [];
  for (const child of await childrenOf(ctx, run._id))
    parts.push(await problemsOf(ctx, await findRun(ctx, caller, child.runId), limit));
  const problems = parts.flatMap((part) => part.problems).toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    runId: run._id,
    problems: problems.slice(0, limit),
    total: parts.reduce((sum, { total }) => sum + total, 0),
  };
}

/** What visitors see and do comes before findings; these by their severity. */
const rankOf = ({ severity }: RunProblem): number => (severity === null ? -1 : SEVERITIES.indexOf(severity));

const problemsOf: ProblemsOf = (ctx, run, limit) => {
  const parts = partsOfType(run.type);
  if (parts === "scenarios") return functionalProblems(ctx, run, limit);
  return parts === "pages" ? auditProblems(ctx, run, limit) : visualProblems(ctx, run, limit);
};

const visualProblems: ProblemsOf = async (ctx, run, limit) => {
  const wanted = { runId: run._id, status: { $in: ["failed" as const, "error" as const] } };
  const reading = { fields: FIELDS, sort: { index: 1 as const }, limit: MAX_SHOTS };
  const grouping = createChangeGroups<Omit<Row, "changes">>();
  const unjudged = new Map<string, Omit<Row, "changes">[]>();
  await eachInTurns<Shot>(ctx.models.shots, wanted, reading, ({ changes, ...shot }) => {
    if (showsChanges(shot)) return grouping.add(shot, changes);
    const message = shot.reasons[0]?.message ?? "It has no result.";
    const known = unjudged.get(message);
    if (known) known.push(shot);
    else unjudged.set(message, [shot]);
  });
  const found = [
    ...grouping.groups().map((group) => ({
      title: groupSentence({ ...group, pages: 1, shots: group.shots.slice(0, 1) }) ?? "Screenshot differs",
      shots: group.shots,
    })),
    ...[...unjudged].map(([title, shots]) => ({ title, shots })),
  ];
  const at = { runId: run._id, type: run.type, severity: null };
  const problems = found.slice(0, limit).map(({ title, shots }) => ({ ...at, title, where: placeOf(shots) }));
  return { problems, total: found.length };
};

/** "Home, Cart and 3 more · phone, desktop". */
function placeOf(shots: readonly Pick<Row, "scenarioLabel" | "viewport" | "browser">[]): string {
  const labels = [...new Set(shots.map(({ scenarioLabel }) => scenarioLabel))];
  const browsers = [...new Set(shots.map(({ browser }) => browser))];
  const viewports = [...new Set(shots.map(({ viewport }) => viewport))];
  const named =
    labels.length <= MAX_NAMED + 1
      ? labels.join(", ")
      : `${labels.slice(0, MAX_NAMED).join(", ")} and ${labels.length - MAX_NAMED} more`;
  const seen = browsers.length === 1 && browsers[0] === "chromium" ? viewports : [...viewports, ...browsers];
  return `${named} · ${seen.join(", ")}`;
}

const functionalProblems: ProblemsOf = async (ctx, run, limit) => {
  const { failures } = await functionalFailures(ctx, run);
  const failed = failures.filter(({ outcome }) => outcome === "failed");
  const at = { runId: run._id, type: run.type, severity: null };
  const problems = failed.slice(0, limit).map(({ message, target }) => ({ ...at, title: message, where: target }));
  return { problems, total: failed.length };
};

/** New ones, where there are any: what was there before is no matter of this run. */
const auditProblems: ProblemsOf = async (ctx, run, limit) => {
  const failed = await orderedFindings(ctx, run._id, ["failed"]);
  const fresh = failed.filter((key) => isNew(key) !== false);
  const keys = fresh.length > 0 ? fresh : failed;
  const found = await findingsOf(ctx, run._id, keys.slice(0, limit));
  const problems = found.map(({ message, page, pages, severity }): RunProblem => {
    // The sentence of several pages names them.
    return { runId: run._id, type: run.type, title: message, where: pages ? "" : pageKey(page, run.baseUrl), severity };
  });
  return { problems, total: keys.length };
};
