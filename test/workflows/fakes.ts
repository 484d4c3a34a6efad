// A world for workflows alone: the shared Temporal, one worker, and activities that each test puts in as it needs them.
import { Client } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { NativeConnection, Worker } from "@temporalio/worker";
import { ACTIVITY_INPUTS } from "../../activities/inputs.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { ensureSearchAttributes } from "../../platform/temporal/searchAttributes.ts";
import { testBundle } from "../support/bundle.ts";
import { eventually } from "../support/eventually.ts";
import { openNamespace, testTemporalAddress } from "../support/temporal.ts";

const QUEUE = "all";

/** `Input`: what the workflow sends; the test says what it reads of it. */
export type Fakes = Record<string, (input: never) => unknown>;

/** What an activity throws that can never work: it is not tried again. */
export const hopeless = (message: string) =>
  ApplicationFailure.create({ message, type: FAILURES.invalid, nonRetryable: true });

export async function openFakeWorld() {
  const { connection, namespace } = await openNamespace();
  const client = new Client({ connection, namespace });
  const native = await NativeConnection.connect({ address: await testTemporalAddress() });
  await eventually("the namespace has its search attributes", () =>
    ensureSearchAttributes(connection.operatorService, namespace).then(
      () => true,
      () => false,
    ),
  );
  let fakes: Fakes = {};
  let calls: string[] = [];
  const dispatch = (name: string) => async (input: never) => {
    const fake = fakes[name];
    if (!fake) throw hopeless(`The test has no activity ${name}.`);
    calls.push(name);
    return fake(input);
  };
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue: QUEUE,
    workflowBundle: await testBundle(),
    activities: Object.fromEntries(Object.keys(ACTIVITY_INPUTS).map((name) => [name, dispatch(name)])),
  });
  const running = worker.run();
  return {
    client,
    queues: { orchestration: QUEUE, browser: QUEUE, lab: QUEUE },
    /** The activities of the workflows that are started from now on. */
    play(activities: Fakes) {
      fakes = activities;
      calls = [];
    },
    /** The names of the activities that were called, in their order. */
    calls: () => calls,
    /** Runs a workflow to its end. */
    execute: (workflow: string, workflowId: string, input?: unknown) =>
      client.workflow.execute(workflow, { taskQueue: QUEUE, workflowId, args: input === undefined ? [] : [input] }),
    /** The name of the status in which Temporal has a workflow. */
    statusOf: async (workflowId: string) => (await client.workflow.getHandle(workflowId).describe()).status.name,
    async close() {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}
