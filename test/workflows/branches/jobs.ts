// Rare branches of jobs, recordings, sweeps and messages.
import { END_RECORDING, RECORDING_TURN } from "../../../domain/workflowNames.ts";
import { eventually } from "../../support/eventually.ts";
import { type Fakes, hopeless } from "../fakes.ts";
import {
  type Branch,
  cancelAt,
  crawling,
  JOB_WRITES,
  job,
  ofJob,
  PROJECT,
  RUN_WRITES,
  run,
  settled,
  untilCancelled,
} from "./play.ts";

const exploring = (): Fakes => {
  let states = 0;
  return {
    planExplore: async () => ({ explores: true }),
    async exploreBatch() {
      states += 1;
      return { left: Math.max(0, 5 - states), states, workedMs: 10, totalMs: 60_000 };
    },
    finishExplore: async () => undefined,
  };
};
const proving = (runId: string, fakes: Fakes = {}): Fakes => ({
  readTicket: async () => null,
  matchTicket: async () => ({ runs: true }),
  startProofRun: async () => ({ runId, type: "frt-test", ...PROJECT }),
  proofRunEnded: async () => null,
  abandonProofRun: async () => null,
  planFeatureRun: async () => ({ total: 1, window: 1 }),
  runScenarioAttempt: async () => ({ status: "passed", again: false }),
  judgeProof: async () => null,
  postProof: async () => null,
  finishProof: async () => null,
  ...fakes,
});

export const JOB_BRANCHES: readonly Branch[] = [
  ofJob("heal-replayed", "frt_heal_step_def", {
    findHeal: async () => true,
    replayHeal: async () => undefined,
    finishHeal: async () => undefined,
  }),
  ofJob("crawl-continues", "crawl_site", crawling(), { batchesPerExecution: 2 }, "first"),
  ofJob("crawl-continued", "crawl_site", crawling(), { batchesPerExecution: 2 }),
  ofJob("explore-continues", "frt_explore_site", exploring(), { batchesPerExecution: 2 }, "first"),
  ofJob("explore-continued", "frt_explore_site", exploring(), { batchesPerExecution: 2 }),
  ofJob("crawl-failed", "crawl_site", {
    planCrawl: async () => {
      throw hopeless("The site does not answer.");
    },
  }),
  ofJob("proof-runs-scenario", "tracking_prove_issue_ticket", proving("run-of-proof")),
  {
    name: "proof-joins-run",
    id: "job-proof-joins-run",
    async play(world) {
      world.play({ ...JOB_WRITES, ...RUN_WRITES, ...proving("run-of-another-proof") });
      // Somebody has already run it.
      await run(world, "run-of-another-proof", "frt-test");
      return job(world, "proof-joins-run", "tracking_prove_issue_ticket");
    },
  },
  ofJob("proof-asks-model", "tracking_prove_issue_ticket", {
    ...proving("run-of-asking-proof"),
    matchTicket: async ({ mayAsk }: { mayAsk?: boolean }) => (mayAsk ? { runs: false, asks: true } : { runs: false }),
    askModel: async () => null,
  }),
  {
    name: "proof-cancelled",
    id: "job-proof-cancelled",
    play(world) {
      const begun = cancelAt(world, "job-proof-cancelled", 1);
      const runScenarioAttempt = () => untilCancelled(begun);
      world.play({ ...JOB_WRITES, ...RUN_WRITES, ...proving("run-of-cancelled-proof", { runScenarioAttempt }) });
      return job(world, "proof-cancelled", "tracking_prove_issue_ticket");
    },
  },
  {
    name: "recording-expired",
    id: "recording-expired",
    play(world) {
      world.play({ expireRecording: async () => undefined, closeRecordingPage: async () => undefined });
      return world.execute("recording", "recording-expired", {
        recordingId: "rec_1",
        idleMs: 100,
        queues: world.queues,
      });
    },
  },
  {
    name: "recording-worker-gone",
    id: "recording-worker-gone",
    async play(world) {
      // The first turn's worker has the page, but is gone at the second turn.
      const recordTurn = async () => ({ state: "done", message: null, replayed: false, view: null, home: "gone" });
      world.play({ recordTurn, closeRecordingPage: async () => undefined });
      const { queues } = world;
      const handle = await world.client.workflow.start("recording", {
        taskQueue: queues.orchestration,
        workflowId: "recording-worker-gone",
        args: [{ recordingId: "rec_1", idleMs: 60_000, queues }],
      });
      for (const turnId of ["one", "two"]) await handle.executeUpdate(RECORDING_TURN, { args: [turnId] });
      await handle.signal(END_RECORDING);
      await handle.result();
    },
  },
  {
    name: "clean-up-failed",
    id: "clean-up-failed",
    play(world) {
      world.play({
        beginCleanup: async () => "retention",
        expireRuns: async () => ({ next: null }),
        sweepArtifacts: async () => {
          throw hopeless("The store refuses.");
        },
        endCleanup: async () => undefined,
      });
      return settled(world.execute("cleanUp", "clean-up-failed", { cleanupId: "cln_1", queues: world.queues }));
    },
  },
  {
    name: "decisions-while-telling",
    id: "decisions-while-telling",
    async play(world) {
      const handle = world.client.workflow.getHandle("decisions-while-telling");
      let told = 0;
      world.play({
        tellVerdicts: async () => {
          told += 1;
          if (told === 1) await handle.signal("decided");
        },
      });
      await settled(world.execute("tellDecisions", "decisions-while-telling"));
      await eventually("both were told", async () => told === 2);
    },
  },
];
