// Response schemas for functional tests.
import { array, number, object, string } from "yup";
import { address, id, maybeText, note, text, yes } from "./fields.ts";
import { named } from "./named.ts";

export const startedFeature = named(
  "StartedFeature",
  object({
    success: yes(),
    message: text(),
    project: text().meta(note("Its slug")),
    runId: id(),
    featureId: maybeText().meta(note("null: every feature that is ready")),
    statusUrl: address().meta(note("Path of the status endpoint for this run")),
  }).required(),
);

export const importedRecording = named(
  "ImportedRecording",
  object({
    featureId: id(),
    name: text(),
    status: text(),
    gherkin: text(),
    version: number().required(),
    open: array().of(string().required()).required().meta(note("What keeps it from being ready")),
    notes: array().of(string().required()).required().meta(note("What was skipped or changed, by step number")),
  }).required(),
);
