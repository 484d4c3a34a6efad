import type { ErasureCounts } from "../../domain/erasure/erasure.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** What an erasure stands on. */
export type ErasureDeps = Pick<CommonDeps, "config" | "client" | "models" | "artifacts" | "now" | "log" | "ulid"> & {
  queues: QueueNames;
};

/** How a step works: it can be told to stop, and says what it does and what went. */
export type Erasing = {
  erasureId: string;
  signal: AbortSignal;
  note(phase: string): void;
  count(counts: Partial<ErasureCounts>): Promise<void>;
};
