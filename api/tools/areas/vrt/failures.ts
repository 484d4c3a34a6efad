// Lists what failed in a visual run.
import { array, boolean, number, object, string } from "yup";
import { runSummary } from "../../../../domain/runs/runSummary.ts";
import { readablePercent } from "../../../../domain/visual/percent.ts";
import { VIEWPORT_NAMES } from "../../../../domain/visual/shot.ts";
import { modeField } from "../../../../domain/visual/viewWords.ts";
import { type FailedShot, listFailures } from "../../../operations/visual/listFailures.ts";
import { rowsData } from "../../answers.ts";
import { environmentArg, pagingArgs, projectArg, runIdArg, verboseArg } from "../../args.ts";
import { next } from "../../next.ts";
import { pillarRunOf } from "../../runOf.ts";
import { listContinues, oneLine, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

/** Maximum number of suggested calls, one per failed scenario. */
const MAX_NEXT = 5;

const getRunFailures = defineTool({
  name: "get_run_failures",
  title: "Failures of a visual run",
  description:
    "What failed in a visual run, worst first, with the mismatch in percent. Call it when a run has failures; then get_diff_stats or explain_vrt_failure for one of them.",
  intent: {
    does: "what failed in a visual run",
    when: [["fail", "list"], ["fail"]],
    not: ["release", "merge"],
    hints: ["runId"],
    wider: ["scenarioLabel"],
  },
  area: "vrt",
  profile: "qa",
  core: true,
  mutating: false,
  pageText: ["failures[].selector", "failures[].reason", "failures[].reasons"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    runId: runIdArg(),
    ...pagingArgs,
    verbose: verboseArg(),
  },
  quiet: ["verbose"],
  data: object({
    runId: string().required(),
    failed: number().required(),
    total: number().required(),
    changes: number().required(),
    failures: rowsData({
      scenarioLabel: string().required(),
      viewport: string().oneOf(VIEWPORT_NAMES).required(),
      browser: string().required(),
      mode: string(),
      selector: string(),
      mismatchPercent: number().required(),
      reason: string().required(),
      status: string(),
      url: string(),
      flaky: boolean(),
      fingerprint: string().nullable(),
      tiny: boolean(),
      reasons: array().of(string().required()),
    }),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run(use, { runId, limit, cursor, verbose }) {
    const run = await pillarRunOf(use, "visual", runId);
    const { worstOfEach, tiny, ...found } = await listFailures(use.ctx, use.caller, {
      project: use.project,
      runId: run._id,
      limit,
      cursor,
    });
    const { failures, failed } = found;
    const worst = failures[0];
    const first = worst
      ? `${cursor ? "Next" : "Worst"}: ${quotedText(worst.scenarioLabel)} on ${worst.viewport}, ${readablePercent(worst.mismatchPercent)}.`
      : "This page of the list is empty.";
    const beside = tiny > 0 ? ` ${tiny} ${tiny === 1 ? "shows" : "show"} tiny differences only.` : "";
    return {
      summary: oneLine(failed === 0 ? runSummary(run).sentence : `${runSummary(run).sentence} ${first}${beside}`),
      data: { ...found, failures: failures.map((one) => failureView(one, verbose === true)) },
      warnings: listContinues("get_run_failures", found.nextCursor),
      // Covers all failed scenarios, not only those on this page of the list.
      nextActions: worstOfEach.slice(0, MAX_NEXT).map(({ scenarioLabel, viewport, browser, mode }) =>
        next(use, `Figures of ${quotedText(scenarioLabel)} on ${viewport}`, "get_diff_stats", {
          scenarioLabel,
          viewport,
          browser,
          ...modeField({ mode }),
          runId: found.runId,
        }),
      ),
    };
  },
});

function failureView(failure: FailedShot, verbose: boolean) {
  const { scenarioLabel, viewport, browser, selector, mismatchPercent, reasons } = failure;
  const { status, url, flaky, fingerprint, tiny } = failure;
  return {
    scenarioLabel,
    viewport,
    browser,
    ...modeField(failure),
    ...(selector && { selector }),
    mismatchPercent,
    reason: oneLine(reasons[0]?.message ?? "It has no result.", 200),
    ...(verbose && {
      status,
      url,
      flaky,
      fingerprint,
      tiny,
      reasons: reasons.slice(0, 5).map((one) => oneLine(one.message, 200)),
    }),
  };
}

export const failureTools: readonly AnyTool[] = [getRunFailures];
