// Tools for visual tests: scenarios, runs, failures, approvals and rules.
import { array, number, object, string } from "yup";
import { VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { listFailures } from "../../operations/listFailures.ts";
import { environmentArg, projectArg, runIdArg } from "../args.ts";
import { oneLine, plural } from "../sentences.ts";
import { startRunTool } from "../startRunTool.ts";
import { type AnyTool, defineTool } from "../tool.ts";

const runBaseline = startRunTool({
  name: "run_baseline",
  title: "Capture baselines",
  type: "baseline",
  area: "vrt",
  profile: "qa",
  description:
    "Captures new baselines of the scenarios, against which run_vrt compares. Answers the runId at once; then call wait_for_run.",
  shows: ["browsers"],
});

const runVrt = startRunTool({
  name: "run_vrt",
  title: "Visual test",
  type: "test",
  area: "vrt",
  profile: "qa",
  description:
    "Compares the scenarios with their baselines. Answers the runId at once; then call wait_for_run, and get_run_failures when it failed.",
  shows: ["browsers"],
});

const getRunFailures = defineTool({
  name: "get_run_failures",
  title: "Failures of a visual run",
  description:
    "What failed in a visual run, worst first, with the mismatch in percent. Call it when a run has failures; then get_diff_stats or explain_vrt_failure for one of them.",
  area: "vrt",
  profile: "qa",
  mutating: false,
  project: true,
  args: { project: projectArg(), environment: environmentArg(), runId: runIdArg() },
  data: object({
    runId: string().required(),
    failed: number().required(),
    total: number().required(),
    failures: array()
      .of(
        object({
          scenarioLabel: string().required(),
          viewport: string()
            .oneOf([...VIEWPORT_NAMES])
            .required(),
          browser: string().required(),
          mismatchPercent: number().required(),
          reason: string().required(),
        }),
      )
      .required(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { runId }) {
    const found = await listFailures(ctx, caller, { project, environment, runId });
    const { failures, failed, total } = found;
    const worst = failures[0];
    const labels = [...new Map(failures.map((one) => [one.scenarioLabel, one])).values()].slice(0, 5);
    return {
      summary: oneLine(
        worst === undefined
          ? `Nothing failed: all ${total} results of ${found.runId} passed.`
          : `${failed} of ${plural(total, "result")} failed; the worst: ${worst.scenarioLabel} on ${worst.viewport}, ${worst.mismatchPercent.toFixed(2)} %.`,
      ),
      data: found,
      // One for each failed scenario, the worst of its viewports.
      nextActions: labels.map(({ scenarioLabel, viewport, browser }) => ({
        label: `Figures of ${scenarioLabel} on ${viewport}`,
        tool: "get_diff_stats",
        args: { project: project.slug, scenarioLabel, viewport, browser, runId: found.runId },
      })),
    };
  },
});

export const vrtTools: readonly AnyTool[] = [runBaseline, runVrt, getRunFailures];
