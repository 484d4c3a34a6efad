// Answers about functional tests.
import { array, number, object, string } from "yup";
import { id, maybeText, note, yes } from "./fields.ts";
import { named } from "./named.ts";

export const startedFeature = named(
  "StartedFeature",
  object({
    success: yes(),
    message: id(),
    project: id().meta(note("Its slug")),
    runId: id(),
    featureId: maybeText().meta(note("null: every feature that is ready")),
    statusUrl: id().meta(note("Path of the status endpoint for this run")),
  }).required(),
);

export const importedRecording = named(
  "ImportedRecording",
  object({
    featureId: id(),
    name: id(),
    status: id(),
    gherkin: id(),
    version: number().required(),
    open: array().of(string().required()).required().meta(note("What keeps it from being ready")),
    notes: array().of(string().required()).required().meta(note("What was skipped or changed, by step number")),
  }).required(),
);
