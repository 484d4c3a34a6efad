// Response schemas for permanent deletion.
import { number, object } from "yup";
import { ERASURE_KINDS, ERASURE_STATUSES } from "../../../domain/erasure/erasure.ts";
import { count, id, listOf, maybeText, maybeTime, note, oneOf, text, time } from "./fields.ts";
import { named } from "./named.ts";

const kind = () => oneOf(ERASURE_KINDS).required();
const byName = (description: string) => object().required().meta(note(description));

export const erasure = named(
  "Deletion",
  object({
    id: id(),
    kind: kind(),
    subjectId: id().meta(note("Id of what is deleted")),
    status: oneOf(ERASURE_STATUSES).required(),
    phase: text().meta(note("What it does now, in words")),
    createdAt: time(),
    finishedAt: maybeTime(),
    error: maybeText().meta(note("Of one that failed. Trying again continues with what is left")),
    totals: object({
      documents: count(),
      names: count().meta(note("Documents in which a name was replaced")),
      artifacts: count(),
      bytes: number().required().meta(note("Of content that nobody else holds")),
      executions: count().meta(note("Workflows that Temporal no longer shows")),
    }).required(),
    documents: byName("Deleted documents by collection"),
  }).required(),
);

export const erasurePlan = named(
  "DeletionPlan",
  object({
    kind: kind(),
    id: id(),
    confirm: text().meta(note("What `confirm` must be")),
    counts: byName("What would go, by its kind"),
    refusal: maybeText().meta(note("Why it cannot be deleted now; null: it can")),
    erasure: erasure.schema.nullable().defined().meta(note("The deletion that is under way")),
  }).required(),
);

export const erasures = named("Deletions", object({ erasures: listOf(erasure.schema), count: count() }).required());
