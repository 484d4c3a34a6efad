import type { ErasureCounts, ErasureStep } from "../../domain/erasure/erasure.ts";
import type { QueueNames } from "../../domain/workflowNames.ts";
import type { Deleting } from "../../models/erasures/documents.ts";
import type { Erasure } from "../../models/erasures/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";

export type ErasureDeps = Pick<CommonDeps, "config" | "client" | "models" | "artifacts" | "now" | "log" | "ulid"> & {
  queues: QueueNames;
};

/** Context of a step: its cancellation signal, and how it reports progress and counts. */
export type Erasing = {
  erasureId: string;
  erasure: Pick<Erasure, "kind" | "subjectId" | "orgIds" | "named">;
  signal: AbortSignal;
  note(phase: string): void;
  count(counts: Partial<ErasureCounts>): Promise<void>;
  /** Runs one batch of deletions; backups and sweeps take turns. */
  turn<T>(batch: () => Promise<T>): Promise<T>;
};

export type Steps<S> = Partial<Record<ErasureStep, (deps: ErasureDeps, subject: S, work: Erasing) => Promise<void>>>;

/** Returns the options for deleting a step's documents. */
export const deleting = ({ signal, count, turn }: Erasing): Deleting => ({
  signal,
  turn,
  count: (collection, documents) => count({ documents: { [collection]: documents } }),
});
