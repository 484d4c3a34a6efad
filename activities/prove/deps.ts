// What a proof stands on besides.
import type { Embedder } from "../../domain/functional/find/embedder.ts";
import type { Sealer } from "../../platform/sealing.ts";
import type { CommonDeps } from "../commonDeps.ts";

export type ProveDeps = CommonDeps & { sealer: Sealer; embedder: Embedder };

/** What the job was asked for; see api/operations/tracking/startProof.ts. */
export type ProofInput = {
  issueKey: string;
  title: string;
  description: string;
  eventId: string | null;
  /** The scenario that a person picked; jobs of earlier versions have none. */
  scenarioId?: string | null;
  reuseAudit: boolean;
};
