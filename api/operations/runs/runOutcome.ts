// What one run found: its score compared with earlier runs, and its problems, worst first, each with its image.
import { SEVERITIES } from "../../../domain/audit/finding.ts";
import type { JudgedProblem } from "../../../domain/problems/standing.ts";
import { placeWords } from "../../../domain/problems/told.ts";
import { partKey } from "../../../domain/runs/part.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { scoreBeside } from "../../../domain/runs/scoreBeside.ts";
import { pillarOf } from "../../../domain/runTypes.ts";
import { problemsOfRun } from "../../../models/problems/ofRun.ts";
import { runsComparedBefore } from "../../../models/runs/before.ts";
import { findShot } from "../../../models/shots/queries.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "./findRun.ts";
import { PICTURE_FIELDS, type PicturedShot, pictureOfChange } from "./pictureOfChange.ts";

const DEFAULT_LIMIT = 12;
/** Number of earlier runs from which the usual variation of scores is computed. */
const EARLIER = 10;
/** Number of earlier runs that are searched for those. */
const MAX_SEARCHED = 50;
const SCORED = { status: 1, summary: 1, type: 1, scenarios: 1, extra: 1 } as const;

type Found = JudgedProblem & { id: string };

/** For a run that has not ended, returns what is known so far. Full audits have no problems of their own; their parts have. */
export async function runOutcome(
  ctx: OperationContext,
  caller: Caller,
  { runId, limit = DEFAULT_LIMIT }: { runId: string; limit?: number | undefined },
) {
  requireReadRight(caller);
  const { models } = ctx;
  const run = await findRun(ctx, caller, runId);
  const [problems, earlier] = await Promise.all([
    problemsOfRun(models, run, ctx.now()),
    run.status === "completed" ? runsComparedBefore(models, run, MAX_SEARCHED, SCORED) : [],
  ]);
  // The score of a part says nothing about the whole.
  const isAlike = (one: (typeof earlier)[number]) => partKey(one) === partKey(run) && scoreOf(one) !== null;
  const before = earlier.filter(isAlike).slice(0, EARLIER);
  const all = (problems ?? []).toSorted(worstFirst);
  const [previous] = before;
  return {
    runId: run._id,
    pillar: pillarOf(run.type),
    score: scoreBeside(run, before),
    before: previous ? { runId: previous._id, at: previous.createdAt.toISOString() } : null,
    problems: await Promise.all(all.slice(0, limit).map((one) => problemCard(ctx, one))),
    total: all.length,
    open: all.filter(isOpen).length,
    new: all.filter((one) => isOpen(one) && one.known !== true).length,
  };
}

const isOpen = ({ setAside, accepted }: Found): boolean => !setAside && !accepted;

/** Open problems sort before those set aside, failures before warnings, then by severity and number of places. */
const RANK = { failed: 0, warning: 1, review: 2 } as const;
const worstFirst = (a: Found, b: Found): number =>
  Number(isOpen(b)) - Number(isOpen(a)) ||
  RANK[a.kind] - RANK[b.kind] ||
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  b.placeCount - a.placeCount;

async function problemCard(ctx: OperationContext, problem: Found) {
  const { id, title, sentence, help, severity, kind, placeCount, evidence } = problem;
  const shot = await shotOf(ctx, problem);
  return {
    id,
    title,
    sentence,
    help,
    severity,
    kind,
    standing: standingOf(problem, shot),
    new: problem.known !== true,
    where: placeWords(problem),
    places: placeCount,
    evidence,
    shot: shot?.index ?? null,
    change: shot && pictureOfChange(ctx, shot, problem.cause),
    screenshot: evidence.screenshotId ? artifactLink(ctx, evidence.screenshotId) : null,
  };
}

/** Only changes of screenshots have a percentage of differing pixels. */
function shotOf({ models }: OperationContext, { evidence }: Found): Promise<PicturedShot | null> {
  const { mismatchPercent, resultId } = evidence;
  if (mismatchPercent === undefined || resultId === undefined) return Promise.resolve(null);
  return findShot(models, resultId, PICTURE_FIELDS);
}

/** `review`, `approved` and `rejected` apply to changes in screenshots. */
export const STANDINGS = ["open", "accepted", "review", "approved", "rejected"] as const;

function standingOf(problem: Found, shot: PicturedShot | null): (typeof STANDINGS)[number] {
  if (shot === null) return isOpen(problem) ? "open" : "accepted";
  if (problem.accepted) return "approved";
  if (problem.setAside) return "accepted";
  return shot.review?.decision === "rejected" ? "rejected" : "review";
}
