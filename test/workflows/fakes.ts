// An environment for workflows only: the shared Temporal, one worker, and activities that each test sets as needed.
import { Client } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { NativeConnection, Worker } from "@temporalio/worker";
import { ACTIVITY_INPUTS } from "../../activities/inputs.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { testBundle } from "../support/bundle.ts";
import { openPreparedNamespace, testTemporalAddress } from "../support/temporal.ts";

const QUEUE = "all";

/** `Input`: sent by the workflow; the test declares the fields that it reads. */
export type Fakes = Record<string, (input: never) => unknown>;

/** Returns the error of an activity that can never succeed: it is not retried. */
export const hopeless = (message: string) =>
  ApplicationFailure.create({ message, type: FAILURES.invalid, nonRetryable: true });

export async function openFakeWorld() {
  const { connection, namespace } = await openPreparedNamespace();
  const client = new Client({ connection, namespace });
  const native = await NativeConnection.connect({ address: await testTemporalAddress() });
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
    /** Sets the activities of the workflows that are started from now on. */
    play(activities: Fakes) {
      fakes = activities;
      calls = [];
    },
    /** Returns the names of the called activities, in order. */
    calls: () => calls,
    execute: (workflow: string, workflowId: string, input?: unknown) =>
      client.workflow.execute(workflow, { taskQueue: QUEUE, workflowId, args: input === undefined ? [] : [input] }),
    /** Returns the status of a workflow as named by Temporal. */
    statusOf: async (workflowId: string) => (await client.workflow.getHandle(workflowId).describe()).status.name,
    async close() {
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
    },
  };
}
