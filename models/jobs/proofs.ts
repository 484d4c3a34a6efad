// What the activities of a proof store for each other in its job's `state`, each part once: the first write wins.
import type { Models } from "../index.ts";
import type { Job } from "./schema.ts";

export const PROOF_PARTS = ["ticket", "offered", "choice", "matched", "proof", "posted"] as const;
export type ProofPart = (typeof PROOF_PARTS)[number];

/** Stores a part as JSON, because plans and events have names and lists that not every database accepts. Returns the stored value. */
export async function keepProofPart<T>(models: Models, jobId: string, part: ProofPart, value: T): Promise<T> {
  const field = `state.${part}`;
  await models.jobs.updateOne(
    { _id: jobId, [field]: { $exists: false } },
    { $set: { [field]: JSON.stringify(value) } },
  );
  const job = await models.jobs.findById(jobId, { state: 1 }).lean<Pick<Job, "state">>();
  return (job && proofPart<T>(job, part)) ?? value;
}

/** Returns null if the part is not written yet. */
export function proofPart<T>({ state }: Pick<Job, "state">, part: ProofPart): T | null {
  const text = state?.[part];
  return typeof text === "string" ? (JSON.parse(text) as T) : null;
}
