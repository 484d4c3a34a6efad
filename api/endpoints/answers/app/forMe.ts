// Response schemas for what waits for the signed-in person, and for who else is viewing.
import { boolean, object, string } from "yup";
import { WAITING_KINDS } from "../../../../domain/discussion/waiting.ts";
import { count, id, maybeNumber, maybeText, note, oneOf, rowsOf, text, time } from "../fields.ts";
import { type AnswerOf, named } from "../named.ts";

export const appWaiting = named(
  "AppWaiting",
  object({
    count: count(),
    more: boolean().required().meta(note("More wait than are listed")),
    items: rowsOf({
      kind: oneOf(WAITING_KINDS).required(),
      id: id().meta(note("Of the request, the conversation or the problem")),
      at: time(),
      by: maybeText().meta(note("Who asked, mentioned or answered")),
      project: object({ name: text(), slug: text() }).required(),
      title: text(),
      text: string().defined().meta(note("What they wrote")),
      runId: maybeText(),
      shot: maybeNumber().meta(note("The screenshot's number in the run")),
    }).meta(note("What people wait for first, then problems")),
  }).required(),
);
export type AppWaiting = AnswerOf<typeof appWaiting>;

export const appPresence = named(
  "AppPresence",
  object({ runId: id(), people: rowsOf({ email: text(), since: time() }).meta(note("Others")) }).required(),
);
export type AppPresence = AnswerOf<typeof appPresence>;

export const appPersonalMail = named(
  "AppPersonalMail",
  object({
    email: text(),
    wanted: boolean().required(),
    problem: maybeText().meta(note("Why none are mailed although they are wanted")),
  }).required(),
);
