// Response schemas for the number of results that wait for review.
import { object } from "yup";
import { count, maybeText, note, text } from "../fields.ts";

const counted = {
  screenshots: count().meta(note("Results that wait for review")),
  changes: count().meta(note("Different changes that they show, each once")),
  changedScreenshots: count().meta(note("Of the screenshots, those that show changes; the others are first ones")),
  sentence: maybeText().meta(note("null: nothing waits")),
};

export const waiting = () => object(counted).required();
export const waitingOfBranch = object({ branch: text(), ...counted });
