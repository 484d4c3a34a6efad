// Defines the tools that mirror POST /api/ci/run, which differ only in the run's type.
import { boolean, type ObjectShape, object, string } from "yup";
import type { IntentWords } from "../../domain/guidance/intents.ts";
import { gates, RUN_NAME, RUN_TYPE_OF, type TriggerType } from "../../domain/runTypes.ts";
import { runBody } from "../lib/schemas.ts";
import { startedRunView, startRun } from "../operations/runs/startRun.ts";
import { baseUrlArg, environmentArg, projectArg, withoutEffect } from "./args.ts";
import { waitFor } from "./next.ts";
import { type AnyTool, defineTool, type ToolArea } from "./tool.ts";

type Declared = {
  name: string;
  title: string;
  description: string;
  intent?: IntentWords;
  type: TriggerType;
  area: ToolArea;
  profile: "qa" | "full";
  core?: true;
  /** Fields of the CI body that agents are shown. */
  shows?: readonly string[];
};

/** `type` is set by the tool; `pages` is added only by tools that show it. */
const { type: _type, pages, ...RUN_ARGS } = runBody.fields;

const startedRunData = object({
  success: boolean().required(),
  runId: string().required(),
  projectId: string().required(),
  type: string().required(),
  environmentId: string(),
  environmentName: string(),
  statusUrl: string().required(),
  message: string().required(),
  started: boolean(),
});

export function startRunTool({ type, shows = [], ...declared }: Declared): AnyTool {
  const shown = [
    "project",
    "environment",
    "baseUrl",
    "scenarios",
    "branch",
    "prNumber",
    ...(gates(RUN_TYPE_OF[type]) ? ["against", "failed"] : []),
    ...shows,
  ];
  const own: ObjectShape = shows.includes("pages") ? { pages } : {};
  const args: ObjectShape = {
    ...RUN_ARGS,
    ...own,
    project: projectArg(),
    environment: environmentArg(),
    baseUrl: baseUrlArg(),
  };
  return defineTool({
    ...declared,
    mutating: true,
    openWorld: true,
    narrows: true,
    ci: { status: 202 },
    args,
    quiet: Object.keys(args).filter((name) => !shown.includes(name)),
    data: startedRunData,
    example: {},
    async run({ ctx, caller, project }, given) {
      const input = Object.fromEntries(Object.entries(given).filter(([name]) => name in args));
      const run = await startRun(ctx, caller, { ...input, project: project.slug, type });
      const view = startedRunView(run);
      return {
        summary: run.started === false ? run.message : `${RUN_NAME[RUN_TYPE_OF[type]]} ${run.runId} started.`,
        // Over HTTP, the CI shape has no field for warnings, so they are part of the message.
        data: { ...view, message: [view.message, ...withoutEffect({ args, mutating: true }, given)].join(" ") },
        nextActions: run.started === false ? [] : [waitFor({ project, environment: null }, run.runId)],
      };
    },
  });
}
