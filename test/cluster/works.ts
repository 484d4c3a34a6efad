// The works of the fault tests that need several browsers' worth of waiting: a functional run, a proof and a recording.
import { expect } from "chai";
import { proofRunIdOf, workflowIdOfRecording } from "../../domain/ids.ts";
import type { ProofResult } from "../../domain/proof/result.ts";
import type { ApiClient } from "../../temporal-dev/apiClient.ts";
import { eventually } from "../support/eventually.ts";
import { withTemporal } from "../support/faults.ts";
import { addFeature } from "../support/features.ts";
import { expectFunctionalInvariants } from "../support/invariants.ts";
import { AUDIT, endOf, invoke, inWorker, makeClient, type Stage, VISUAL, type Work } from "../support/killedWork.ts";
import { withModels } from "../support/watched.ts";

const ENDS_MS = 240_000;
const SCENARIOS = ["First", "Second", "Third"];

const scenario = (title: string): string =>
  `  Scenario: ${title}\n    Given I am on "/plain"\n    When I open "/changed"\n    Then the address is "/changed"\n\n`;

const FUNCTIONAL: Work = {
  name: "functional run",
  phases: [
    { name: "plan", at: () => inWorker("insert\0", "scenarioId\0", "featureName\0") },
    { name: "scenario", after: "plan", at: () => ({ visit: { path: "/changed" } }) },
    { name: "finish", after: "scenario", at: () => inWorker("update\0", "runs\0", "finishedAt") },
  ],
  async prepare(stage) {
    const { client, slug } = await makeClient(stage, { Plain: "/plain" });
    await addFeature(stage.started, slug, "walk", `Feature: A walk\n\n${SCENARIOS.map(scenario).join("")}`);
    return async () => String((await invoke(client, "run_frt_feature", { featureId: "walk" }, slug)).data.runId);
  },
  async expectWhole(stage, runId) {
    const run = await endOf(stage, runId);
    expect(run.status, run.error ?? "").to.equal("completed");
    expect(run.summary).to.include({ total: SCENARIOS.length, passed: SCENARIOS.length });
    await expectFunctionalInvariants(stage.started, runId);
  },
};

const TITLE = "A visitor walks through the garden gate";

const PROOF: Work = {
  name: "proof",
  phases: [
    { name: "scenario", at: () => ({ visit: { path: "/changed" } }) },
    { name: "finish", after: "scenario", at: () => inWorker("update\0", "jobs\0", "proofVerdict") },
  ],
  async prepare(stage) {
    const { client, slug } = await makeClient(stage, { Plain: "/plain" });
    await invoke(client, "frt_create_feature", { gherkin: `Feature: Gate\n\n${scenario(TITLE)}` });
    await invoke(client, "tracking_upsert_event", { id: "gate", label: "Garden gate", eventType: "gate_opened" });
    const ticket = { issueKey: "GATE-1", title: TITLE, description: "gate_opened must be sent." };
    return async () => String((await invoke(client, "tracking_prove_issue_ticket", ticket, slug)).data.jobId);
  },
  async expectWhole(stage, jobId) {
    const job = await eventually(
      `the proof ${jobId} ends`,
      () =>
        withModels(stage.started, async (models) => {
          const found = await models.jobs.findById(jobId).lean();
          return found && !["queued", "running"].includes(found.status) ? found : null;
        }).catch(() => null),
      ENDS_MS,
    );
    expect(job.status, job.error ?? "").to.equal("completed");
    const result = job.result as ProofResult | null;
    expect(result?.proofVerdict).to.equal("failed");
    expect(result?.proofOutcome.reasons.map(({ code }) => code)).to.deep.equal(["event_not_sent"]);
    await expectFunctionalInvariants(stage.started, proofRunIdOf(jobId));
  },
};

/** What an agent says, turn by turn; the first opens the page. */
const SENTENCES = ['I open "/changed"', 'the address is "/changed"'];
/** By recording: resolves when its feature is saved. */
const recorded = new Map<string, Promise<void>>();

const RECORDING: Work = {
  name: "recording",
  phases: [
    { name: "start", at: () => ({ visit: { path: "/" } }) },
    { name: "turn", after: "start", at: () => ({ visit: { path: "/changed" } }) },
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
    const { recording, features } = await withModels(stage.started, async (models) => {
      const found = await models.recordings.findById(recordingId).lean();
      return { recording: found, features: await models.features.find({ projectId: found?.projectId }).lean() };
    });
    expect(recording?.status).to.equal("saved");
    expect(recording?.steps.map(({ text }) => text)).to.deep.equal(['I am on "/"', ...SENTENCES]);
    expect(features.map(({ featureId }) => featureId)).to.deep.equal([recording?.featureId]);
    await eventually("its workflow ends", () =>
      withTemporal(stage.started, async (client) => {
        const { status } = await client.workflow.getHandle(workflowIdOfRecording(recordingId)).describe();
        return status.name === "COMPLETED";
      }),
    );
  },
};

/** Says each sentence until it is a step, as an agent does that looks at the recording after an answer that it did not get. */
async function record(stage: Stage, client: ApiClient, recordingId: string): Promise<void> {
  const stepsOf = () =>
    withModels(stage.started, async (models) => (await models.recordings.findById(recordingId).lean())?.seq ?? 0);
  for (const [at, sentence] of SENTENCES.entries())
    await eventually(
      `"${sentence}" is a step`,
      async () => {
        await invoke(client, "agent_recording_turn", { recordingId, sentence }).catch(() => undefined);
        return (await stepsOf().catch(() => 0)) === at + 2;
      },
      ENDS_MS,
    );
  const isSaved = () =>
    withModels(stage.started, async (models) => (await models.recordings.findById(recordingId).lean())?.featureId);
  await eventually(
    "the recording is saved",
    async () => {
      await invoke(client, "agent_finish_recording", { recordingId }).catch(() => undefined);
      return isSaved().catch(() => null);
    },
    ENDS_MS,
  );
}

export const CLUSTER_WORKS: readonly Work[] = [VISUAL, AUDIT, FUNCTIONAL, PROOF, RECORDING];
