// Merge gate: reads the latest runs of a branch, a pull request or a commit and judges them.

import { PILLARS, type Pillar } from "../../../domain/audit/pillars.ts";
import { fieldError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { gatePr as judge } from "../../../domain/health/gate.ts";
import type { GateThresholds } from "../../../domain/health/gateThresholds.ts";
import type { GateInput, GateResult, GateRun } from "../../../domain/health/gateTypes.ts";
import type { AskedReference } from "../../../domain/history/asked.ts";
import { GATING_TYPE, partsOfType } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunOfType, type RunPlace } from "../../../models/runs/queries.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { placeOf } from "../projects/place.ts";
import { referenceFor } from "../runs/referenceFor.ts";
import { GATE_FIELDS, type GateRow, gateRun } from "./gateRun.ts";
import { healthBeside } from "./healthBeside.ts";
import { gatingOf, judgedRun, type ProjectGating } from "./judgedRun.ts";

/** Without a branch, pull request or commit, the project's main branch is judged, including runs without a branch. */
export type GatePrInput = {
  project?: string;
  environment?: string;
  branch?: string;
  prNumber?: number;
  commitSha?: string;
  /** Run, branch or environment that its audits are compared with. */
  against?: string;
};

export type GatePrView = GateResult & {
  project: string;
  branch: string | null;
  prNumber: number | null;
  commitSha: string | null;
  /** The judged runs by pillar. */
  runs: Record<string, string>;
  /** Names of their environments by pillar, if the gate is about several. */
  environments: Record<string, string>;
  thresholds: GateThresholds;
  /** Set only if the caller specified it. */
  against?: Pick<AskedReference, "kind" | "words">;
};

/** `shared`: of the same project, if the request also reads its health. */
export async function gatePr(
  ctx: OperationContext,
  caller: Caller,
  input: GatePrInput,
  shared?: ProjectGating,
): Promise<GatePrView> {
  requireRight(caller, "mcpRead");
  const { project, environment } = await placeOf(ctx, caller, input.project, input);
  const { prNumber, commitSha } = input;
  const named = prNumber !== undefined || commitSha !== undefined;
  const branch = input.branch ?? (named ? null : project.mainBranch);
  const place: RunPlace = { project, environmentId: environment?._id, branch, prNumber, commitSha };

  const subject = subjectOf(branch, input);
  const gating = shared ?? (await gatingOf(ctx, project));
  const { thresholds } = gating;
  const latest: { pillar: Pillar; row: GateRow; run: GateRun }[] = [];
  for (const pillar of PILLARS) {
    const type = GATING_TYPE[pillar];
    if (type === null) continue;
    const newest = await latestRunOfType(ctx.models, place, type, { fields: GATE_FIELDS });
    if (newest) latest.push({ pillar, ...(await judgedRun(ctx, place, newest, gating)) });
  }
  const rows = latest.map(({ row }) => row);
  const asked = input.against ? await referenceOfGate(ctx, project, { asked: input.against, judged: rows }) : undefined;
  const runs: GateInput["runs"] = {};
  for (const { pillar, row, run } of latest) {
    const reference = asked?.runs[row.type];
    const compared = reference && (await gateRun(ctx, row, { ...gating, reference }));
    runs[pillar] = compared ? { ...compared, ...given({ environment: run.environment }) } : run;
  }
  const health = await healthBeside(ctx, project, rows, gating);

  const result = judge({ subject, runs, health, thresholds });
  return {
    ...result,
    project: project.slug,
    branch,
    prNumber: prNumber ?? null,
    commitSha: commitSha ?? null,
    runs: Object.fromEntries(latest.map(({ pillar, run }) => [pillar, run.runId])),
    environments: Object.fromEntries(
      latest.flatMap(({ pillar, run: { environment: on } }) => (on ? [[pillar, on]] : [])),
    ),
    thresholds,
    ...given({ against: asked && { kind: asked.kind, words: asked.words } }),
  };
}

function subjectOf(branch: string | null, { prNumber, commitSha }: GatePrInput): string {
  const parts = [
    ...(prNumber !== undefined ? [`pull request ${prNumber}`] : []),
    ...(branch !== null ? [`the branch ${branch}`] : []),
    ...(commitSha !== undefined ? [`the commit ${commitSha.slice(0, 12)}`] : []),
  ];
  return parts.join(", ");
}

/**
 * Resolves the reference. Screenshots and scenarios keep their own comparison, because comparing them again would need the images. Throws
 * `validation_error` if the reference does not exist or does not fit, or if no audit is judged.
 */
async function referenceOfGate(
  ctx: OperationContext,
  project: Project,
  { asked, judged }: { asked: string; judged: readonly GateRow[] },
): Promise<AskedReference> {
  const audits = judged.filter(({ type }) => partsOfType(type) === "pages");
  if (judged.length > 0 && audits.length === 0)
    throw fieldError("against", "No audit is checked here, so nothing can be compared: omit against.");
  const wanted = audits.map((run) => ({ ...run, pages: run.pages, judged: run._id }));
  return referenceFor(ctx, project, { asked, wanted, environmentId: null });
}
