// Tells, as JSON, where the toys of toys.preload.ts appear in what is derived from the declarations.
import type { Client } from "@temporalio/client";
import { dataSchemaOf, inputSchemaOf } from "../../api/tools/jsonSchema.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { JOB_KINDS, type JobKind } from "../../domain/jobs/kinds.ts";
import { pillarOf, RUN_NAME, RUN_TYPE_OF, type StatusType, shotKindOf } from "../../domain/runTypes.ts";
import { startJobWorkflow } from "../../platform/temporal/startJobWorkflow.ts";
import { startRunWorkflow } from "../../platform/temporal/startRunWorkflow.ts";
import { openApiDocument } from "./openApi.ts";

export type ToyReport = {
  /** The workflows that were started for the toys. */
  started: string[];
  run: { names: string[]; triggers: string[]; pillar: string | null; shots: string | null };
  job: string[];
  paths: string[];
  /** The closed lists of words that callers are told, each with the place where it stands. */
  lists: { at: string; words: string[] }[];
};

/** Every `enum` within a JSON schema. */
function* listsIn(schema: unknown, at: string): Generator<{ at: string; words: string[] }> {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "enum" && Array.isArray(value)) yield { at, words: value.map(String) };
    else yield* listsIn(value, `${at}/${key}`);
  }
}

const started: string[] = [];
const client = { workflow: { start: async (workflow: string) => void started.push(workflow) } } as unknown as Client;
const queues = { orchestration: "o", browser: "b", lab: "l" };
const place = { projectId: "prj_1", projectSlug: "shop", environment: "" };
await startRunWorkflow(client, queues, { runId: "run_1", type: "toy-test" as StatusType, ...place });
await startJobWorkflow(client, queues, { jobId: "job_1", kind: "toy_job" as JobKind, ...place });

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
  paths: Object.keys(document.paths),
  lists: [
    ...listsIn(document, "openapi"),
    ...TOOLS.flatMap((tool) => [
      ...listsIn(inputSchemaOf(tool), `${tool.name} input`),
      ...listsIn(dataSchemaOf(tool), `${tool.name} data`),
    ]),
  ],
};
process.stdout.write(JSON.stringify(report));
