// Response schemas for live changes sent to open pages.
import { boolean, object } from "yup";
import { CHANGE_KINDS } from "../../../../domain/liveChanges.ts";
import { id, listOf, note, oneOf, text, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

const change = object({
  kind: oneOf(CHANGE_KINDS).required(),
  id: id().meta(
    note(
      "Of the run, the job, the run that was reviewed, discussed or opened, the finding, the delivery, the feature or step definition, the proposal, the recording",
    ),
  ),
  projectId: id(),
  at: time(),
  data: object().required(),
}).required();

export const appChanges = named(
  "AppChanges",
  object({
    cursor: text().meta(note("For the next call's since")),
    reset: boolean().required().meta(note("Too long ago: read everything again")),
    changes: listOf(change),
  }).required(),
);
export type AppChanges = AnswerOf<typeof appChanges>;
