// Response schema for what a result was compared with.
import { boolean, string } from "yup";
import { CHOSEN_BY } from "../../../domain/history/reference.ts";
import { id, maybeNumber, maybeObject, maybeText, note, oneOf, rowsOf, text, time } from "./fields.ts";

const accepted = {
  branch: text(),
  commitSha: maybeText(),
  by: maybeText().meta(note("Who accepted it; run: a baseline run captured it")),
  at: time(),
  prNumber: maybeNumber(),
  versionId: id(),
};

/** Null if the result was compared with nothing or was stored by an earlier version. */
export const comparedWith = maybeObject({
  chosenBy: oneOf(CHOSEN_BY).required(),
  sentence: text(),
  ...accepted,
  where: string().nullable().defined().meta(note("Of history: here, branch_point, rewritten or squash")),
  merge: boolean().required().meta(note("Two sides that both changed were put together; the fields are of our side")),
  alternatives: rowsOf({
    what: oneOf(["branch_point", "main_now"]).required(),
    ...accepted,
    sentence: text(),
    picture: maybeText().meta(note("Signed link")),
  }),
}).meta(note("What the screenshot was compared with, and why"));
