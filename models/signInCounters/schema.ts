import { describeCollection, document, required } from "../lib/schema.ts";

/**
 * Failed sign-ins from an address, to an account, or both. `_id`: keyed hash of what is counted, so that neither addresses nor what people
 * typed is stored. `knownUntil`: for an account with an address, until when a sign-in of its owner from there counts.
 */
export type SignInCounter = {
  _id: string;
  failures: number;
  pausedUntil: Date | null;
  /** When the failures stop counting. */
  forgottenAt: Date;
  knownUntil: Date | null;
};

export const signInCounterSchema = document<SignInCounter>({
  _id: required(String),
  failures: required(Number),
  pausedUntil: { type: Date, default: null },
  forgottenAt: required(Date),
  knownUntil: { type: Date, default: null },
});
describeCollection(signInCounterSchema, {
  holds: "Failed sign-ins from an address, to an account, or both.",
  id: "a keyed hash of what is counted",
});
signInCounterSchema.index({ forgottenAt: 1 });
