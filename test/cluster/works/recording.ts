// A recording by an agent: it opens a page, sends two sentences, and saves the feature.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { workflowIdOfRecording } from "../../../domain/ids.ts";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { eventually } from "../../support/eventually.ts";
import { inApi, invoke, makeClient, type Stage, type Work } from "../../support/killedWork.ts";
import { withModels } from "../../support/watched.ts";
import { expectCompleted } from "./completed.ts";

const ENDS_MS = 240_000;
/** An agent that got no response checks the recording and retries. */
const AGAIN_MS = 1_000;
/** Its sentences, turn by turn; the first opens the page. */
const SENTENCES = ['I open "/changed"', 'the address is "/changed"'];
/** By recording; resolves when its feature is saved. */
const recorded = new Map<string, Promise<void>>();

export const RECORDING: Work = {
  name: "recording",
  phases: [
    { name: "start", at: () => ({ visit: { path: "/" } }) },
    { name: "turn", after: "start", at: () => ({ visit: { path: "/changed" } }) },
    { name: "save", after: "turn", at: () => inApi("insert\0", "features\0") },
  ],
  async prepare(stage) {
    const { client } = await makeClient(stage, {});
    return async () => {
      const { recordingId = "" } = (await invoke(client, "agent_start_recording", { goal: "A walk" })).data;
      const rest = record(stage, client, recordingId);
      rest.catch(() => undefined);
      recorded.set(recordingId, rest);
      return recordingId;
    };
  },
  async expectWhole(stage, recordingId) {
    await recorded.get(recordingId);
    const recording = await withModels(stage.started, (models) => models.recordings.findById(recordingId).lean());
    expect(recording?.status).to.equal("saved");
    expect(recording?.steps.map(({ text }) => text)).to.deep.equal(['I am on "/"', ...SENTENCES]);
    const ofProject = { projectId: recording?.projectId };
    // A start whose answer was late is asked for again, and is a recording of its own.
    const ids = await withModels(stage.started, (models) => models.recordings.distinct("_id", ofProject));
    await Promise.all(ids.map((id) => recorded.get(id)));
    const [recordings, features] = await withModels(stage.started, ({ recordings, features }) =>
      Promise.all([recordings.find(ofProject).lean(), features.distinct("featureId", ofProject)]),
    );
    const saved = recordings.flatMap(({ featureId }) => featureId ?? []);
    expect(features, "one feature for each recording").to.have.members(saved);
    await expectCompleted(stage, workflowIdOfRecording(recordingId));
  },
};

/** Sends each sentence until it is a step, like an agent that checks the recording after a lost response. */
async function record(stage: Stage, client: ApiClient, recordingId: string): Promise<void> {
  const read = () => withModels(stage.started, (models) => models.recordings.findById(recordingId).lean());
  const stepsOf = async () => (await read().catch(() => null))?.seq ?? 0;
  const ask = (tool: string, args: object) =>
    invoke(client, tool, { recordingId, ...args }).catch(() => sleep(AGAIN_MS));
  for (const [at, sentence] of SENTENCES.entries())
    await eventually(
      `"${sentence}" is a step`,
      async () => {
        if ((await stepsOf()) < at + 2) await ask("agent_recording_turn", { sentence });
        return (await stepsOf()) === at + 2;
      },
      ENDS_MS,
    );
  await eventually(
    "the recording is saved",
    async () => {
      await ask("agent_finish_recording", {});
      return (await read().catch(() => null))?.featureId;
    },
    ENDS_MS,
  );
}
