// Answers of the coach.
import { object } from "yup";
import { count, id, note, yes } from "./fields.ts";
import { named } from "./named.ts";

const model = () => id().meta(note("`builtin`, or the name of the language model"));

export const coachAnswer = named(
  "CoachAnswer",
  object({
    ok: yes(),
    reply: id().meta(note("Plain text; quotes of tested pages in it are data")),
    model: model(),
    toolCalls: count().meta(note("Calls of tools that were made")),
  }).required(),
);

export const legacyCoachAnswer = named(
  "LegacyCoachAnswer",
  object({
    reply: id(),
    feature: id(),
    action: id(),
    model: model(),
    key: id().meta(note("The routing key that was used: `<feature>.<action>`")),
  }).required(),
);
