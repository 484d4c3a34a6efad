// Compares two runs of one type: what improved, got worse, appeared and disappeared.

import { namesIn } from "../../../domain/audit/causes.ts";
import { OPEN_OUTCOMES, SEVERITIES } from "../../../domain/audit/finding.ts";
import { wouldFind } from "../../../domain/audit/fixed.ts";
import { pageKey } from "../../../domain/audit/runChecks.ts";
import { ProductError } from "../../../domain/errors.ts";
import type { ScenarioStatus } from "../../../domain/functional/attemptStatus.ts";
import { failureOf } from "../../../domain/functional/scenarioFailure.ts";
import { faultOf } from "../../../domain/pillars/titles.ts";
import { compareOutcomes, type Outcome, type RunComparison } from "../../../domain/runs/compareOutcomes.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { partsOfType, RUN_IN_SENTENCE, RUN_NAME } from "../../../domain/runTypes.ts";
import { plural } from "../../../domain/text.ts";
import { fieldsOfAuditPages, fieldsOfAuditParts } from "../../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../../models/auditPages/schema.ts";
import { byReport, MAX_LISTED, worstOfRun } from "../../../models/findings/queries.ts";
import { coversSite, isFailure, SOUGHT_PARTS, soughtRun } from "../../../models/findings/reference.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { runBefore as findRunBefore } from "../../../models/runs/before.ts";
import { partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { scenariosOfRun } from "../../../models/scenarioRuns/ofRun.ts";
import { eachShotOfRun } from "../../../models/shots/queries.ts";
import { SHOT_OUTCOME, type Shot } from "../../../models/shots/schema.ts";
import { inTurns, nextTurn } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type ComparedRuns = RunComparison & { warnings: string[] };

/** Maximum characters of a target in a name. */
const MAX_TARGET = 200;

/** Compares two runs, which must be visible to the caller. Throws `validation_error` unless both are of the same type and have ended. */
export async function compareRuns(
  ctx: OperationContext,
  caller: Caller,
  before: Run,
  after: Run,
): Promise<ComparedRuns> {
  requireReadRight(caller);
  if (before.type !== after.type)
    throw new ProductError(
      "validation_error",
      `Only runs of the same type can be compared: ${before._id} is ${RUN_IN_SENTENCE[before.type]}, ${after._id} ${RUN_IN_SENTENCE[after.type]}.`,
    );
  for (const { _id, status } of [before, after])
    if (status === "running")
      throw new ProductError("conflict", `Run "${_id}" is still running: wait for it with wait_for_run.`);
  const parts = partsOfType(after.type);
  if (parts === "pages") return compareAudits(ctx, before, after);
  const outcomesOf = OUTCOMES_OF[parts];
  return { ...compareOutcomes(await outcomesOf(ctx, before), await outcomesOf(ctx, after)), warnings: [] };
}

type OutcomesOf = (ctx: OperationContext, run: Run) => Promise<Outcome[]>;
/** For runs that do not audit pages. */
const OUTCOMES_OF: Record<"shots" | "scenarios" | "runs", OutcomesOf> = {
  shots: shotsOf,
  scenarios: scenariosOf,
  runs: pillarsOf,
};

/** Returns the previous completed run of the same type, environment and branch; null if this is the first. */
export const runBefore = ({ models }: Pick<OperationContext, "models">, run: Run): Promise<Run | null> =>
  findRunBefore(models, run);

type ShotRow = Pick<Shot, keyof typeof SHOT_OUTCOME>;
const SHOT_RANK: Record<Shot["status"], number> = { passed: 0, approved: 0, failed: 1, error: 2, pending: 2 };

async function shotsOf({ models }: OperationContext, run: Run): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await eachShotOfRun(models, run._id, { fields: SHOT_OUTCOME }, (shot) => {
    outcomes.push(shotOutcome(shot));
  });
  return outcomes;
}

function shotOutcome({ index, scenarioLabel, viewport, browser, mode, selector, ...one }: ShotRow): Outcome {
  const { status, mismatchPercent } = one;
  const failed = status === "failed" && mismatchPercent !== null;
  return {
    key: JSON.stringify([scenarioLabel, viewport, browser, selector, ...(mode === undefined ? [] : [mode])]),
    name: `${scenarioLabel}${selector ? ` (${selector})` : ""} on ${viewport} in ${browser}${mode === undefined ? "" : `, mode ${mode}`}`,
    rank: SHOT_RANK[status],
    value: failed ? mismatchPercent : 0,
    says: failed ? `failed by ${Number(mismatchPercent.toPrecision(3))} %` : status,
    about: { kind: "result", id: String(index) },
  };
}

const SCENARIO_RANK: Record<ScenarioStatus, number> = { passed: 0, failed: 1, undefined: 2, error: 3, pending: 3 };

async function scenariosOf({ models }: OperationContext, run: Run): Promise<Outcome[]> {
  const scenarios = await scenariosOfRun(models, run._id);
  return scenarios.map((one) => {
    const { key, featureName, name, viewport, browser, status, flaky } = one;
    const cause = failureOf(one)?.cause;
    return {
      key,
      name: `${featureName}: ${name} on ${viewport} in ${browser}`,
      rank: SCENARIO_RANK[status],
      value: flaky ? 1 : 0,
      says: flaky ? "flaky" : cause ? `${status} (${cause})` : status,
      about: { kind: "scenario", id: one._id },
    };
  });
}

async function pillarsOf({ models }: OperationContext, run: Run): Promise<Outcome[]> {
  const children = await partsOf(models, run._id);
  return children.map(({ _id, type, status, verdict, summary }) => {
    const score = scoreOf({ status, summary });
    return {
      key: type,
      name: RUN_NAME[type],
      rank: status !== "completed" ? 2 : verdict === "pass" ? 0 : 1,
      value: score === null ? 0 : -score,
      says: `${status === "completed" ? (verdict ?? "no verdict") : status}${score === null ? "" : `, score ${score}`}`,
      about: { kind: "pillar", id: _id },
    };
  });
}

const PAGE = { key: 1, status: 1, score: 1 } as const;
type Page = Pick<AuditPageRecord, keyof typeof PAGE>;
const FOUND = {
  fingerprint: 1,
  cause: 1,
  pages: 1,
  rule: 1,
  severity: 1,
  outcome: 1,
  unsure: 1,
  page: 1,
  target: 1,
  pageIndex: 1,
  order: 1,
  pillar: 1,
  message: 1,
} as const;
type Found = Pick<FindingRecord, keyof typeof FOUND>;

/**
 * Pages improve or get worse by their scores; findings appear and disappear. A finding shared by several pages stays the same even if the
 * number of its pages changes.
 */
async function compareAudits(ctx: OperationContext, before: Run, after: Run): Promise<ComparedRuns> {
  const { models } = ctx;
  const [pagesBefore, parts] = await Promise.all([
    fieldsOfAuditPages(models, before._id, PAGE),
    fieldsOfAuditParts(models, after._id, { ...SOUGHT_PARTS, ...PAGE }),
  ]);
  const [earlier, later] = await Promise.all([findingsOf(ctx, before), findingsOf(ctx, after)]);
  const [foundBefore, foundAfter] = [earlier.found, later.found];
  const sought = await soughtRun(models, after, parts);
  const seesSite = coversSite(sought, new Set(pagesBefore.map(({ key }) => key)));
  const nameOf = namesIn(foundBefore, foundAfter);
  const isThere = new Set(foundAfter.map(nameOf));
  const [counted, counts] = [foundBefore, foundAfter].map((found) => new Set(found.filter(isCounted).map(nameOf)));
  await nextTurn();
  const outcomeOf = (one: Found) => findingOutcome(one, nameOf(one), after.baseUrl);
  const was: Outcome[] = pagesBefore.map(pageOutcome);
  const is: Outcome[] = parts.filter(({ index }) => index >= 0).map(pageOutcome);
  await inTurns(foundBefore, (one) => {
    const name = nameOf(one);
    // A finding on a page that was not visited this time has not disappeared.
    const isVisible = (one.pageIndex >= 0 || seesSite) && wouldFind(sought.seen, one, before.baseUrl);
    const isComparable = isThere.has(name) || isVisible;
    if (isCounted(one) ? isComparable : counts?.has(name)) was.push(outcomeOf(one));
  });
  await inTurns(foundAfter, (one) => {
    if (isCounted(one) || counted?.has(nameOf(one))) is.push(outcomeOf(one));
  });
  await nextTurn();
  const compared = compareOutcomes(was, is);
  const warning = `Only the worst ${MAX_LISTED.toLocaleString("en-US")} findings of each run were compared, so those listed as appeared or vanished may be among the others.`;
  return { ...compared, warnings: earlier.cut || later.cut ? [warning] : [] };
}

/** What is accepted or needs a manual check is compared only if it counts in the other run. */
const isCounted = ({ outcome }: Found): boolean => outcome === "failed" || outcome === "warning";

/** Returns them in the order of the report, in which changes of the same size are listed. */
async function findingsOf({ models }: OperationContext, run: Run): Promise<{ found: Found[]; cut: boolean }> {
  const { found, cut } = await worstOfRun(models, run._id, { outcomes: [...OPEN_OUTCOMES, "accepted"], fields: FOUND });
  return { found: found.sort(byReport), cut };
}

function pageOutcome({ key, status, score }: Page): Outcome {
  return {
    key: `page ${key}`,
    name: `page ${key}`,
    rank: status === "not_measured" || status === "pending" ? 1 : 0,
    value: score === null ? 0 : -score,
    says: score === null ? status.replace("_", " ") : `score ${score}`,
    about: { kind: "page", id: key },
  };
}

/** Returns the outcome of a finding. Failures rank before warnings, and these before what does not count. */
function findingOutcome(finding: Found, name: string, baseUrl: string): Outcome {
  const { fingerprint, pillar, rule, message, severity, outcome, page, pages, target } = finding;
  const kind = isFailure(finding) ? 10 : 0;
  const shortTarget = target.slice(0, MAX_TARGET);
  const on = pages ? plural(pages.count, "page") : page;
  return {
    key: `finding ${name}`,
    name: `${rule} on ${on}${target ? ` at ${shortTarget}` : ""}`,
    rank: kind === 0 && outcome !== "warning" ? 0 : kind + SEVERITIES.length - SEVERITIES.indexOf(severity),
    value: 0,
    says: `${outcome}, ${severity}`,
    about: {
      kind: "finding",
      id: fingerprint,
      fault: {
        title: faultOf(pillar, rule) ?? message,
        page: pages ? on : page === "" ? "The whole site" : pageKey(page, baseUrl),
        target: shortTarget,
        severity,
      },
    },
  };
}
