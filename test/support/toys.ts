// Prints as JSON where the toys of toys.preload.ts appear in what is derived from the declarations.
import type { Client } from "@temporalio/client";
import type { Talk } from "../../api/coach/talk.ts";
import { TOPICS } from "../../api/coach/topics/index.ts";
import { dataSchemaOf, inputSchemaOf } from "../../api/tools/jsonSchema.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { PILLARS as OPENED } from "../../cli/client/dashboard.ts";
import { KINDS } from "../../cli/client/runs.ts";
import { chooseTopic } from "../../domain/coach/choose.ts";
import { entitiesOf } from "../../domain/guidance/entities.ts";
import { JOB_KINDS, type JobKind } from "../../domain/jobs/kinds.ts";
import { pillarOf, RUN_NAME, RUN_TYPE_OF, type StatusType, shotKindOf } from "../../domain/runTypes.ts";
import { startJobWorkflow } from "../../platform/temporal/startJobWorkflow.ts";
import { startRunWorkflow } from "../../platform/temporal/startRunWorkflow.ts";
import { GROUPS } from "../../web/src/features/settings/fields.ts";
import { STARTS } from "../../web/src/lib/starts.ts";
import { PILLAR_OPTIONS, SCHEDULE_OPTIONS, TYPE_OPTIONS } from "../../web/src/lib/words.ts";
import { openApiDocument } from "./openApi.ts";

export type ToyReport = {
  /** Workflows that were started for the toys. */
  started: string[];
  run: { names: string[]; triggers: string[]; pillar: string | null; shots: string | null };
  job: string[];
  /** The topic that the coach detects for a question about the toy pillar, and the tools it calls for its answer. */
  coach: { topic: string | null; calls: { tool: string; args: object }[] };
  paths: string[];
  /** Lists of pillars and run kinds in the dashboard and the command line, each with its location. */
  faces: { at: string; words: string[] }[];
  /** Closed lists of words shown to callers, each with its location. */
  lists: { at: string; words: string[] }[];
};

/** Yields every `enum` within a JSON schema. */
function* listsIn(schema: unknown, at: string): Generator<{ at: string; words: string[] }> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "enum" && Array.isArray(value)) yield { at, words: value.map(String) };
    else yield* listsIn(value, `${at}/${key}`);
  }
}

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value);

/** Imported by address, because the module also declares components, whose types only the dashboard's build reads. */
const auditScreens = new URL("../../web/src/features/audits/screens.ts", import.meta.url).href;
const { screens } = (await import(auditScreens)) as { screens: readonly { path: string; title: string }[] };

const faces: ToyReport["faces"] = [
  { at: "web: pillars of the gate", words: valuesOf(PILLAR_OPTIONS) },
  { at: "web: screens of audits", words: screens.map(({ path }) => path.split("/").at(-1) ?? "") },
  { at: "web: titles of these screens", words: screens.map(({ title }) => title) },
  { at: "web: settings of audits", words: GROUPS.map(({ title }) => title) },
  { at: "web: filter of runs", words: valuesOf(TYPE_OPTIONS) },
  { at: "web: what schedules start", words: valuesOf(SCHEDULE_OPTIONS) },
  { at: "web: what a person starts", words: STARTS.map(({ kind }) => kind) },
  { at: "cli: kinds of runs", words: [...KINDS] },
  { at: "cli: pillars to open", words: [...OPENED] },
];

const started: string[] = [];
const client = { workflow: { start: async (workflow: string) => void started.push(workflow) } } as unknown as Client;
const queues = { orchestration: "o", browser: "b", lab: "l" };
const place = { projectId: "prj_1", projectSlug: "shop", environment: "" };
await startRunWorkflow(client, queues, { runId: "run_1", type: "toy-test" as StatusType, ...place });
await startJobWorkflow(client, queues, { jobId: "job_1", kind: "toy_job" as JobKind, ...place });

const message = "What did the game audit find?";
const topic = chooseTopic(message, TOPICS)?.topic ?? null;
const calls: ToyReport["coach"]["calls"] = [];
/** Like startTalk, but without a service: every tool returns nothing. */
await topic?.answer({
  message,
  calls,
  entities: entitiesOf(message, { scenarios: [], environments: [] }),
  context: {},
  left: () => 9,
  async call(tool: string, args: object = {}) {
    calls.push({ tool, args });
    return { ok: true, summary: "", data: {}, warnings: [], nextActions: [] };
  },
} as unknown as Talk);

const type = "toy-test" as StatusType;
const document = openApiDocument("0.0.0");
const report: ToyReport = {
  started,
  run: {
    names: Object.values(RUN_NAME),
    triggers: Object.entries(RUN_TYPE_OF).flatMap(([trigger, of]) => (of === type ? [trigger] : [])),
    pillar: pillarOf(type),
    shots: shotKindOf(type),
  },
  job: Object.keys(JOB_KINDS),
  coach: { topic: topic?.id ?? null, calls },
  paths: Object.keys(document.paths),
  faces,
  lists: [
    ...listsIn(document, "openapi"),
    ...TOOLS.flatMap((tool) => [
      ...listsIn(inputSchemaOf(tool), `${tool.name} input`),
      ...listsIn(dataSchemaOf(tool), `${tool.name} data`),
    ]),
  ],
};
process.stdout.write(JSON.stringify(report));
