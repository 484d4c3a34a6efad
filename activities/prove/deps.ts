// Additional dependencies of a proof.
import type { Embedder } from "../../domain/functional/find/embedder.ts";
import type { LanguageModel } from "../../domain/languageModel.ts";
import type { Sealer } from "../../platform/sealing.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** `model`: the coach's; null: none is configured. */
export type ProveDeps = CommonDeps & { sealer: Sealer; embedder: Embedder; model: LanguageModel | null };

/** Input of the job; see api/operations/tracking/startProof.ts. */
export type ProofInput = {
  issueKey: string;
  title: string;
  description: string;
  eventId: string | null;
  /** The scenario that a person chose; missing in jobs of earlier versions. */
  scenarioId?: string | null;
  reuseAudit: boolean;
};
