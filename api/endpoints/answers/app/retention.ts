import { boolean, object } from "yup";
import { byRetentionKind } from "../../../../domain/words/retention.ts";
import { count, maybeText, maybeTime, note, time } from "../fields.ts";
import { named } from "../named.ts";

const runs = () => object(byRetentionKind(count));

export const appNextSweep = named(
  "AppNextSweep",
  object({
    daily: boolean().required().meta(note("Whether a sweep deletes every day what is past its time")),
    announcedAt: maybeTime().meta(
      note("ISO 8601: when the first one may be at the earliest; null: it was, or is not announced"),
    ),
    lastAt: maybeTime().meta(note("ISO 8601: when the last one ended")),
    error: maybeText().meta(note("Why the newest one failed; null: it did not")),
    counting: boolean().required().meta(note("Whether a plan is being counted")),
    plan: object({ at: time(), runs: runs().required(), documents: count(), artifacts: count(), bytes: count() })
      .nullable()
      .defined()
      .meta(note("What the newest plan counted of the project; null: nobody counted since the last sweep")),
  }).required(),
);
