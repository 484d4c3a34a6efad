// Request body of a decision about results, shared by a run's review and the inbox.
import { array, type InferType } from "yup";
import { given } from "../../../domain/given.ts";
import { IGNORE_END_NAMES } from "../../../domain/words/ignored.ts";
import { choice, closed, requiredText, text } from "../../lib/validate.ts";
import { DECISIONS, type Decided, type DecisionInput } from "../../operations/visual/decideShots.ts";

const MAX_DECISIONS = 500;

export const decisionBody = closed({
  decision: choice(DECISIONS).required(),
  shots: array()
    .of(closed({ shotId: requiredText(150), mark: requiredText(100) }).required())
    .min(1)
    .max(MAX_DECISIONS)
    .required(),
  note: text(1_000),
  end: choice(IGNORE_END_NAMES),
});

export const decisionOf = ({ decision, shots, note, end }: InferType<typeof decisionBody>): DecisionInput => ({
  decision,
  shots: shots as Decided[],
  ...given({ note: note || undefined, end }),
});
