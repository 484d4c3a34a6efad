// Response schemas for the command palette's search.
import { object, string } from "yup";
import { id, maybeText, note, oneOf, rowsOf, text } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

export const appSearch = named(
  "AppSearch",
  object({
    results: rowsOf({
      kind: oneOf(["project", "run", "scenario", "feature", "setting"]).required(),
      id: id().meta(note("Of a project its slug")),
      title: text(),
      subtitle: string().defined(),
      project: maybeText().meta(note("Slug")),
    }).meta(note("Eight of a kind at most")),
  }).required(),
);
export type AppSearch = AnswerOf<typeof appSearch>;
