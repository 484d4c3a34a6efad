// The proof of a ticket: its scenario runs, and the event that it must send is missing.
import { expect } from "chai";
import { proofRunIdOf, workflowIdOfJob } from "../../../domain/ids.ts";
import type { ProofResult } from "../../../domain/proof/result.ts";
import { eventually } from "../../support/eventually.ts";
import { expectFunctionalInvariants } from "../../support/invariants.ts";
import { inApi, invoke, inWorker, makeClient, type Work } from "../../support/killedWork.ts";
import { withModels } from "../../support/watched.ts";
import { expectCompleted } from "./completed.ts";
import { scenario } from "./functional.ts";

const ENDS_MS = 240_000;
const TITLE = "A visitor walks through the garden gate";

export const PROOF: Work = {
  name: "proof",
  phases: [
    { name: "start", at: () => inApi("jobs\0", "startedAt", "findAndModify\0") },
    { name: "match", at: () => inWorker("update\0", "jobs\0", "state.matched") },
    { name: "scenario", after: "match", at: () => ({ visit: { path: "/changed" } }) },
    { name: "judge", after: "scenario", at: () => inWorker("update\0", "jobs\0", "state.proof") },
    { name: "finish", after: "judge", at: () => inWorker("update\0", "jobs\0", "proofVerdict", "finishedAt") },
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
    expect(job.finishedAt, "with its time").to.be.instanceOf(Date);
    const result = job.result as ProofResult | null;
    expect(result?.proofVerdict).to.equal("failed");
    expect(result?.proofOutcome.reasons.map(({ code }) => code)).to.deep.equal(["event_not_sent"]);
    const { projectId } = job;
    const [runs, jobs] = await withModels(stage.started, (models) =>
      Promise.all([models.runs.distinct("_id", { projectId }), models.jobs.distinct("_id", { projectId })]),
    );
    expect(runs, "one run").to.deep.equal([proofRunIdOf(jobId)]);
    expect(jobs, "one proof").to.deep.equal([jobId]);
    await expectFunctionalInvariants(stage.started, proofRunIdOf(jobId));
    await expectCompleted(stage, workflowIdOfJob(jobId));
  },
};
