// Response schemas for a project's configuration.
import { number, object, string } from "yup";
import { APPLY_MODES, KINDS } from "../../../domain/projectFile/types.ts";
import { count, listOf, maybeText, note, oneOf, text } from "./fields.ts";
import { named } from "./named.ts";

const state = () => text().meta(note("Changes with every change of the file's format"));
const changed = {
  action: oneOf(["create", "change", "delete"]).required(),
  kind: oneOf(KINDS).required(),
  name: text(),
  fields: listOf(object({ path: text(), from: maybeText(), to: maybeText() }).required()),
  more: count().meta(note("Fields that are not listed")),
};
const part = { kind: oneOf(KINDS).required(), name: text() };

export const configFile = named(
  "ConfigFile",
  object({
    file: object().required().meta(note("plumbline.yml as JSON, with the contents of the files that it names")),
    state: state(),
  }).required(),
);

export const appliedConfig = named(
  "AppliedConfig",
  object({
    mode: oneOf(APPLY_MODES).required(),
    project: text().meta(note("Its slug")),
    changes: listOf(object(changed).required()),
    kept: listOf(object(part).required()).meta(note("Not in the file's sections, and kept: `prune` deletes them")),
    waiting: listOf(object(changed).required()).meta(
      note("What a branch's file leaves to the main branch; empty for the main branch"),
    ),
    refused: listOf(object({ ...part, message: text() }).required()).meta(note("Could not be written; the others are")),
    left: number().integer().meta(note("Of `refused`, those that one call had no time for: apply the file again")),
    state: state(),
  }).required(),
);

export const convertedConfig = named(
  "ConvertedConfig",
  object({
    sections: object().required().meta(note("As plumbline.yml has them")),
    leftOut: listOf(object({ path: string().defined(), reason: text() }).required()).meta(
      note("Not imported, and why"),
    ),
  }).required(),
);
