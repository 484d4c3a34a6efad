// Approves results.
import { number, object, string } from "yup";
import type { VisualSummary } from "../../../../models/runs/schema.ts";
import { listOf, requiredText, text } from "../../../lib/validate.ts";
import { findRun } from "../../../operations/runs/findRun.ts";
import { takenRun } from "../../../operations/runs/latestRun.ts";
import { approveResults } from "../../../operations/visual/approveResults.ts";
import { rowsData } from "../../answers.ts";
import { browsersArg, described, environmentArg, projectArg, runIdArg, viewportsArg } from "../../args.ts";
import { next } from "../../next.ts";
import { pillarRunOf } from "../../runOf.ts";
import { oneLine, plural } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

/** Maximum number of entries listed per kind; the counts cover all of them. */
const LISTED = 100;

const place = {
  scenarioLabel: string().required(),
  viewport: string().required(),
  browser: string().required(),
  selector: string().nullable().defined(),
  mode: string(),
};

const approveVrtResults = defineTool({
  name: "approve_vrt_results",
  title: "Approve visual results",
  description:
    "Makes the screenshots of failed results the new baselines; those results then count as passed. Call explain_vrt_failure first: only intended changes are to be approved.",
  intent: {
    does: "promotes differences to baselines",
    when: [["approve", "baseline"], ["approve"]],
    not: ["doubt", "question"],
    hints: ["scenarios"],
  },
  area: "vrt",
  profile: "qa",
  core: true,
  mutating: true,
  destructive: true,
  idempotent: true,
  narrows: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    scenarios: described(
      listOf(requiredText(200))
        .required(({ path }: { path: string }) => `${path} is required`)
        .min(1, ({ path }: { path: string }) => `${path} must have at least one entry`),
      "Labels",
    ),
    runId: runIdArg(),
    branch: described(text(), "Without runId: the latest run of it"),
    viewports: viewportsArg(),
    browsers: described(browsersArg(), "Default: all"),
    modes: described(listOf(requiredText(40)), "Default: all"),
  },
  quiet: ["browsers", "branch", "modes"],
  data: object({
    runId: string().required(),
    promotedCount: number().required(),
    skippedCount: number().required(),
    promoted: rowsData({ ...place, baselineVersionId: string().required() }),
    skipped: rowsData({ ...place, reason: string().required() }),
    /** Results of the run that still fail. */
    stillFailing: number().nullable().defined(),
  }),
  example: { scenarios: ["Home"] },
  async run(use, { scenarios, runId, branch, viewports, browsers, modes }) {
    const { ctx, caller, project } = use;
    const run = await pillarRunOf(use, "visual", runId, { branch });
    const { promoted, skipped } = await approveResults(ctx, caller, {
      project: project._id,
      runId: run._id,
      scenarios,
      viewports,
      browsers,
      modes,
    });
    const after = await findRun(ctx, caller, run._id);
    const stillFailing = (after.summary as VisualSummary | null)?.failed ?? null;
    const hidden = Math.max(0, promoted.length - LISTED) + Math.max(0, skipped.length - LISTED);
    return {
      summary: `${plural(promoted.length, "result")} of ${run._id} approved${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}${stillFailing ? `; ${stillFailing} still fail` : ""}.`,
      data: {
        runId: run._id,
        promotedCount: promoted.length,
        skippedCount: skipped.length,
        promoted: promoted.slice(0, LISTED),
        skipped: skipped.slice(0, LISTED).map((one) => ({ ...one, reason: oneLine(one.reason, 200) })),
        stillFailing,
      },
      warnings: [
        ...(runId === undefined ? [oneLine(takenRun(run))] : []),
        ...(hidden > 0 ? [`${plural(hidden, "more result")} not listed, only counted.`] : []),
      ],
      nextActions: stillFailing ? [next(use, "What still fails", "get_run_failures", { runId: run._id })] : [],
    };
  },
});

export const approvalTools: readonly AnyTool[] = [approveVrtResults];
