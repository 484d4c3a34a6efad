// Updates the problems of a branch with one run: at its end, and after each decision about its results.

import { cutShort, mayBeLeftOut } from "../../domain/audit/cutShort.ts";
import type { Outcome, Severity } from "../../domain/audit/finding.ts";
import { isNewFinding } from "../../domain/audit/findingStatus.ts";
import { seenIn } from "../../domain/audit/fixed.ts";
import type { Pillar } from "../../domain/audit/pillars.ts";
import { type AuditRun, type FindingResult, findingProblems } from "../../domain/audit/problems.ts";
import { functionalProblems } from "../../domain/pillars/functional/problems.ts";
import { faultOf } from "../../domain/pillars/titles.ts";
import { visualProblems } from "../../domain/pillars/visual/problems.ts";
import type { RunProblems, Sighting } from "../../domain/problems/problem.ts";
import { auditPillarOf, pillarOf, shotKindOf } from "../../domain/runTypes.ts";
import { acceptancesOf } from "../acceptances/queries.ts";
import { fieldsOfAuditPages, fieldsOfAuditParts } from "../auditPages/queries.ts";
import { type AuditPageRecord, SITE_INDEX } from "../auditPages/schema.ts";
import { scenarioLabels } from "../features/queries.ts";
import { byReport, worstOfRun } from "../findings/queries.ts";
import type { Sought } from "../findings/reference.ts";
import type { FindingRecord } from "../findings/schema.ts";
import type { Models } from "../index.ts";
import type { Fields } from "../lib/fields.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { type Comparable, mainBranchOf, runBefore, runsBefore, wholeRunsBefore } from "../runs/before.ts";
import { onMainBranch } from "../runs/queries.ts";
import { withUnrecorded } from "../runs/recorded.ts";
import type { Run } from "../runs/schema.ts";
import { scenariosOfRun } from "../scenarioRuns/ofRun.ts";
import type { Shot } from "../shots/schema.ts";
import { knownPlacesOf, scopeOf } from "./knownPlaces.ts";
import { moveRenamed } from "./renamed.ts";
import { functionalResultOf, VISUAL_FIELDS, type VisualRow, visualResultOf } from "./results.ts";
import type { ProblemLine } from "./shelf.ts";
import { writeRunProblems } from "./writeRun.ts";

/** `truncated`: whether more was found than was read. `lookedAt`: number of places that the run covered. */
type Read = RunProblems & { truncated: boolean; lookedAt: number };

/** Pillars with their own kind of results; all others have findings on pages. */
const READERS: Partial<Record<Pillar, (models: Models, run: ProblemRun, only: Only) => Promise<Read>>> = {
  visual: readVisual,
  functional: readFunctional,
};

/** Maximum number of screenshots and of pages read per run. */
const MAX_RESULTS = 20_000;
/** By what counts against a merge. An acceptance may have expired. */
const WORST_FIRST = ["failed", "accepted", "warning", "review"] as const satisfies readonly Outcome[];

/**
 * What to read of an audit, and whether a finding is new in the run; by default according to the run's own comparison. `found`: read only
 * findings, not the larger records of what was covered. `mainBranch`: of the run's project, if known.
 */
export type Only = {
  severities?: readonly Severity[];
  isNew?: (finding: Sought) => boolean;
  found?: boolean;
  mainBranch?: string;
};

/** The fields of a run that its problems are read from. */
export type ProblemRun = Comparable & Pick<Run, "_id" | "baseUrl" | "browsers" | "scenarios">;
export const PROBLEM_RUN_FIELDS = {
  projectId: 1,
  type: 1,
  environmentId: 1,
  branch: 1,
  commitSha: 1,
  prNumber: 1,
  scheduled: 1,
  createdAt: 1,
  upload: 1,
  pages: 1,
  baseUrl: 1,
  browsers: 1,
  scenarios: 1,
  rerun: 1,
  against: 1,
} as const satisfies Readonly<Record<Exclude<keyof ProblemRun, "_id">, 1>>;

/** Returns the current results of one run, or null for baseline runs and full audits, which have no verdict of their own. */
export async function readRunProblems(
  models: Models,
  run: ProblemRun,
  only: Only = {},
): Promise<(Read & { pillar: Pillar }) | null> {
  const pillar = pillarOf(run.type);
  if (pillar === null || shotKindOf(run.type) === "baseline") return null;
  return { ...(await (READERS[pillar] ?? readAudit)(models, run, only)), pillar };
}

/** Returns the number of changed problems. */
export async function refreshProblems(models: Models, run: Run): Promise<number> {
  const read = await readRunProblems(models, run);
  if (read === null) return 0;
  const at = { ...(await lineOf(models, run)), pillar: read.pillar };
  const known = await knownPlacesOf(models, run, read.lookedAt);
  const seen = sightingOf(run);
  await moveRenamed(models, at, run, seen);
  return writeRunProblems(models, at, seen, { ...read, knownPlaces: known });
}

/** Returns where the problems of a run belong. `known`: the main branch of its project; read if not given. */
export async function lineOf(
  models: Models,
  { projectId, environmentId, branch }: Pick<Run, "projectId" | "environmentId" | "branch">,
  known?: string,
): Promise<Omit<ProblemLine, "pillar">> {
  const mainBranch = known ?? (await mainBranchOf(models, projectId));
  const line = onMainBranch(branch, mainBranch) ? "" : (branch ?? "");
  return { projectId, environmentId, line };
}

function sightingOf(run: Run): Sighting {
  const { _id, createdAt, commitSha, branch } = run;
  return { runId: _id, at: createdAt, commitSha, branch, scope: scopeOf(run) };
}

async function readVisual(models: Models, run: ProblemRun): Promise<Read> {
  const shots = await readInTurns<Shot, VisualRow>(
    models.shots,
    { runId: run._id },
    { fields: VISUAL_FIELDS, sort: { index: 1 }, limit: MAX_RESULTS + 1 },
  );
  const results = (await withUnrecorded(models, shots.slice(0, MAX_RESULTS))).map(visualResultOf);
  const { baseUrl, browsers, scenarios } = run;
  return {
    ...visualProblems({ baseUrl, browsers, whole: scenarios === null && !run.rerun }, results),
    truncated: shots.length > MAX_RESULTS,
    lookedAt: results.length,
  };
}

async function readFunctional(models: Models, run: ProblemRun, { found = false }: Only): Promise<Read> {
  const scenarios = await withUnrecorded(models, await scenariosOfRun(models, run._id));
  const before = await runBefore(models, run, { _id: 1 });
  const earlier = before ? await scenariosOfRun(models, before._id) : [];
  const failedBefore = new Set(earlier.filter(({ status }) => status !== "passed").map(({ key }) => key));
  const results = scenarios.map((one) => functionalResultOf(one, failedBefore.has(one.key)));
  // Only a caller that writes problems needs to know which scenarios were deleted.
  const known = found ? new Set<string>() : await scenarioLabels(models, run.projectId);
  return {
    ...functionalProblems({ baseUrl: run.baseUrl, known }, results),
    truncated: false,
    lookedAt: scenarios.length,
  };
}

/** Fields of an audit's finding without its evidence, which is most of it; only the screenshot of the element is read. */
const FINDING_PARTS = {
  fingerprint: 1,
  cause: 1,
  rule: 1,
  severity: 1,
  outcome: 1,
  was: 1,
  page: 1,
  pageIndex: 1,
  order: 1,
  pages: 1,
  target: 1,
  message: 1,
  help: 1,
  isNew: 1,
  isNewOnBranch: 1,
  acceptedUntil: 1,
  firstSeen: 1,
  "evidence.screenshotId": 1,
} as const;
type FindingField = Exclude<keyof typeof FINDING_PARTS, "evidence.screenshotId"> | "evidence";
const FINDING_FIELDS = FINDING_PARTS as unknown as Fields<FindingRecord, FindingField>;

/** What a run covered; for the rules of a page, only their names. */
const LOOKED_FIELDS = {
  index: 1,
  key: 1,
  status: 1,
  code: 1,
  carriedFrom: 1,
  cutRules: 1,
  "rules.rule": 1,
} as const;
type Looked = Pick<AuditPageRecord, "_id" | "index" | "key" | "status" | "code" | "carriedFrom" | "cutRules" | "rules">;

/** Number of runs whose pages the whole site has if there is no whole run. */
const MAX_BACK = 10;

/** Whether a run has all pages of the last whole one, or without one of the last few. */
async function isWholeSite(
  models: Models,
  run: ProblemRun,
  mainBranch: string,
  keys: ReadonlySet<string>,
): Promise<boolean> {
  if (run.scenarios === null) return true;
  const place = { branch: run.branch, mainBranch, limit: 1 };
  const whole = await wholeRunsBefore(models, run, place, { type: 1 });
  const before = whole.length > 0 ? whole : await runsBefore(models, run, MAX_BACK, { type: 1 });
  for (const { _id } of before)
    if (!(await fieldsOfAuditPages(models, _id, { key: 1 })).every(({ key }) => keys.has(key))) return false;
  return true;
}

/** Returns whether the list of a rule on a page, or about the site (""), may have left out what the run before listed. */
async function leftOutOf(models: Models, run: ProblemRun, records: readonly Looked[]): Promise<AuditRun["isLeftOut"]> {
  if (!records.some(({ cutRules }) => cutRules?.length)) return () => false;
  const before = await runBefore(models, run, { _id: 1 });
  const parts = before ? await fieldsOfAuditParts(models, before._id, { index: 1, key: 1, cutRules: 1 }) : [];
  const [now, then] = [cutShort(records), cutShort(parts)];
  return (rule, key) => mayBeLeftOut({ rule, keys: [key] }, now, then);
}

async function readAudit(
  models: Models,
  run: ProblemRun,
  { severities, isNew: isNewHere, found = false, mainBranch }: Only,
): Promise<Read> {
  const main = mainBranch ?? (await mainBranchOf(models, run.projectId));
  const onMain = onMainBranch(run.branch, main);
  const [records, { found: findings, cut }] = await Promise.all([
    found
      ? []
      : readInTurns<AuditPageRecord, Looked>(
          models.auditPages,
          { runId: run._id },
          { fields: LOOKED_FIELDS, sort: { index: 1 }, limit: MAX_RESULTS },
        ),
    worstOfRun(models, run._id, { outcomes: WORST_FIRST, severities, fields: FINDING_FIELDS }),
  ]);
  findings.sort(byReport);
  const pillar = auditPillarOf(run.type);
  const accepted = await acceptedBy(models, run.projectId, findings);
  const pages = records.filter(({ index }) => index >= 0);
  const plannedKeys = new Set(pages.map(({ key }) => key));
  const problems = findingProblems(
    {
      baseUrl: run.baseUrl,
      site: found || (await isWholeSite(models, run, main, plannedKeys)) ? seenIn(records, SITE_INDEX) : null,
      // What was carried over was covered by an earlier run, whose problems are already stored.
      seen: seenIn(
        (await withUnrecorded(models, records)).filter(({ carriedFrom }) => carriedFrom === undefined),
        SITE_INDEX,
      ),
      isLeftOut: await leftOutOf(models, run, records),
      plannedKeys,
      whole: run.scenarios === null && !run.rerun,
      faultOf: (rule) => (pillar === null ? null : (faultOf(pillar, rule) ?? null)),
    },
    findings.map((one): FindingResult => {
      const { isNew, isNewOnBranch, firstSeen, acceptedUntil, evidence } = one;
      const known = isNewFinding(one) === false;
      const acceptance = accepted.get(one.fingerprint) ?? { by: "unknown", reason: null, until: null };
      return {
        ...one,
        id: one._id,
        known,
        // On a branch, `isNew` compares with the branch's own earlier run, so what an earlier push introduced is not new there.
        added: isNewHere ? isNewHere(one) : (isNewOnBranch ?? (onMain ? isNew : null)),
        firstSeen: firstSeen ?? null,
        screenshotId: textIn(evidence?.screenshotId),
        accepted: { ...acceptance, until: acceptedUntil ?? acceptance.until },
      };
    }),
  );
  return {
    ...problems,
    truncated: cut,
    lookedAt: pages.length,
  };
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns who accepted the accepted findings among these, by fingerprint. */
async function acceptedBy(
  models: Models,
  projectId: string,
  findings: readonly Pick<FindingRecord, "fingerprint" | "outcome">[],
) {
  const wanted = findings.filter(({ outcome }) => outcome === "accepted").map(({ fingerprint }) => fingerprint);
  const found = wanted.length > 0 ? await acceptancesOf(models, projectId, wanted) : [];
  return new Map(found.map(({ fingerprint, by, reason, until }) => [fingerprint, { by, reason, until }]));
}
