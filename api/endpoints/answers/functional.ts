// Answers about functional tests.
import { object } from "yup";
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
