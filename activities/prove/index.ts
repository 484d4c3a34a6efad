// Activities of a proof. All are safe to repeat: results already stored are kept.
import type { RunStart } from "../../domain/engine.ts";
import { withHeartbeat } from "../heartbeat.ts";
import type { JobWriting } from "../jobs/jobProjection.ts";
import { throughOutages } from "../outageWait.ts";
import { askModel } from "./askModel.ts";
import type { ProveDeps } from "./deps.ts";
import { finishProof } from "./finishProof.ts";
import { judgeProof } from "./judgeProof.ts";
import { matchTicket } from "./matchTicket.ts";
import { postProof } from "./postProof.ts";
import { abandonProofRun, proofRunEnded, startProofRun } from "./proofRun.ts";
import { readTicket } from "./readTicket.ts";

type JobRef = { jobId: string };

export type ProveActivities = {
  readTicket(input: JobRef): Promise<void>;
  /** `runs`: whether a scenario must be run. `asks`: a model must be asked first, and the ticket matched again. */
  matchTicket(input: JobRef & { mayAsk?: boolean }): Promise<{ runs: boolean; asks?: boolean }>;
  askModel(input: JobRef): Promise<void>;
  /** null: the run has already ended. */
  startProofRun(input: JobRef): Promise<RunStart | null>;
  proofRunEnded(input: JobRef): Promise<void>;
  abandonProofRun(input: JobRef): Promise<void>;
  judgeProof(input: JobRef): Promise<void>;
  postProof(input: JobRef): Promise<void>;
  finishProof(input: JobWriting): Promise<void>;
};

export function createProveActivities(deps: ProveDeps): ProveActivities {
  return {
    readTicket: ({ jobId }) => withHeartbeat((signal) => readTicket(deps, jobId, signal)),
    matchTicket: ({ jobId, mayAsk }) => throughOutages(() => matchTicket(deps, jobId, mayAsk)),
    askModel: ({ jobId }) => withHeartbeat((signal) => askModel(deps, jobId, signal)),
    startProofRun: ({ jobId }) => startProofRun(deps, jobId),
    proofRunEnded: ({ jobId }) => proofRunEnded(deps, jobId),
    abandonProofRun: ({ jobId }) => abandonProofRun(deps, jobId),
    async judgeProof({ jobId }) {
      await throughOutages(() => judgeProof(deps, jobId));
    },
    postProof: ({ jobId }) => withHeartbeat((signal) => postProof(deps, jobId, signal)),
    finishProof: (input) => finishProof(deps, input),
  };
}
