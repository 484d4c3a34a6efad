// Proves a ticket: reads it, finds its scenario and its event, runs that scenario, judges the event. Deterministic.

import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { CancellationScope, isCancellation, log, proxyActivities } from "@temporalio/workflow";
import type { ProveActivities } from "../activities/prove/index.ts";
import { turnOf } from "../domain/durable/turn.ts";
import type { JobInput } from "../domain/jobs/kinds.ts";
import { PROOF_STEPS } from "../domain/proof/result.ts";
import { executeRun } from "./childRun.ts";
import { type JobWork, jobRun } from "./jobRun.ts";
import { POLICIES } from "./policies.ts";

export async function proveIssue(input: JobInput): Promise<void> {
  const { jobId, queues } = input;
  const options = { taskQueue: queues.orchestration, priority: turnOf(input) };
  const { startProofRun, proofRunEnded, abandonProofRun, finishProof } = proxyActivities<ProveActivities>({
    ...POLICIES.database,
    ...options,
  });
  const { matchTicket, judgeProof } = proxyActivities<ProveActivities>({ ...POLICIES.judge, ...options });
  const { readTicket, askModel, postProof } = proxyActivities<ProveActivities>({ ...POLICIES.ticket, ...options });

  const runScenario = async () => {
    const child = await startProofRun({ jobId });
    if (child === null) return;
    try {
      await executeRun({ ...child, orgId: input.orgId }, queues);
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) await proofRunEnded({ jobId });
      else if (isCancellation(error) && CancellationScope.current().consideredCancelled) throw error;
      // The run has written its own end, or the reconciler will; the judgement reports the result.
      else log.warn("the run of a proof failed", { jobId, error: String(error) });
    }
  };

  const prove = async (job: JobWork) => {
    const phase = (name: string, done: number) => job.report({ phase: name, done, total: PROOF_STEPS });
    phase("reading the ticket", 0);
    await readTicket({ jobId });
    phase("finding scenario and event", 1);
    const matched = await matchTicket({ jobId, mayAsk: true });
    if (matched.asks)
      await askModel({ jobId }).catch((error: unknown) => {
        if (isCancellation(error)) throw error;
        // Without an answer, the ticket stays unproven.
        log.warn("a model was not asked about a ticket", { jobId, error: String(error) });
      });
    const { runs } = matched.asks ? await matchTicket({ jobId }) : matched;
    phase("running the scenario", 2);
    if (runs) await runScenario();
    phase("checking the event", 3);
    await judgeProof({ jobId });
    phase("commenting on the ticket", 4);
    await postProof({ jobId });
    await job.settle();
    await finishProof(job.next());
  };

  return jobRun(input, undefined, async (job) => {
    try {
      await prove(job);
    } catch (error) {
      // Otherwise the reconciler would start a run that is stored but was never started.
      await CancellationScope.nonCancellable(() => abandonProofRun({ jobId }));
      throw error;
    }
  });
}
