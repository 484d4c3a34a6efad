// Splits a message into its questions: each complete, in English, and with the entities that it names.

import { questionInEnglish, spokenIn } from "../../domain/coach/inEnglish.ts";
import { completedBy, isFollowUp, MAX_PARTS, questionsIn, refersBack } from "../../domain/coach/parts.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { MAX_LIMIT } from "../lib/paging.ts";
import { type CoachPlace, coachPlace } from "../operations/coach/place.ts";
import { listRows } from "../operations/tracking/listRows.ts";

export type AskedQuestion = CoachPlace & {
  message: string;
  /** What is taken over from the previous question of the message. */
  about: string[];
};
export type UnderstoodMessage = {
  questions: AskedQuestion[];
  /** Questions beyond the number that one message may ask. */
  left: string[];
  /** Whether the message was reworded, i.e. translated or completed. */
  reworded: boolean;
};

type Given = { message: string; project?: string; environment?: string };

/** Understands a message. `before`: the previous messages of the same conversation, oldest first. */
export async function understand(
  ctx: OperationContext,
  caller: Caller,
  { message, ...place }: Given,
  before: readonly string[],
): Promise<UnderstoodMessage> {
  const messages = [...before, message].map(inEnglish);
  // Follow-ups continue each other: "Who approved Home?", "And Cart?", "And Checkout?"
  const first = Math.max(
    0,
    messages.findLastIndex((one) => !isFollowUp(one)),
  );
  let whole = messages[first] ?? message;
  for (const next of messages.slice(first + 1))
    whole = await completed(ctx, caller, { ...place, message: next }, whole);
  const questions: AskedQuestion[] = [];
  const parts = questionsIn(whole);
  for (const part of parts.slice(0, MAX_PARTS)) {
    const asked = await coachPlace(ctx, caller, { ...place, message: part });
    questions.push({ ...withThing(asked, questions.at(-1), part), message: part });
  }
  return { questions, left: parts.slice(MAX_PARTS), reworded: whole !== message };
}

const inEnglish = (message: string): string => {
  const language = spokenIn(message);
  return language === null ? message : questionInEnglish(message, language);
};

async function completed(ctx: OperationContext, caller: Caller, given: Given, before: string): Promise<string> {
  const [own, earlier] = [
    await coachPlace(ctx, caller, given),
    await coachPlace(ctx, caller, { ...given, message: before }),
  ];
  const names = {
    scenarios: [own, earlier].flatMap(({ entities }) => entities.scenarios),
    environments: [own, earlier].flatMap(({ environment }) =>
      environment === null ? [] : [environment.name, environment.slug],
    ),
    events: await eventNames(ctx, caller, earlier, before),
  };
  return completedBy(given.message, before, names, ctx.now());
}

/** Returns the names of the planned events if the question is about events. */
async function eventNames(ctx: OperationContext, caller: Caller, { project }: CoachPlace, question: string) {
  if (project === null || !/\b(?:events?|track\w*|sent|fired?|firing|measured?)\b/i.test(question)) return [];
  const { rows } = await listRows(ctx, caller, { project, kinds: ["event"], limit: MAX_LIMIT });
  return rows.flatMap((one) =>
    one.kind === "event" ? [one.row.label, one.row.label.replaceAll(/[_-]+/g, " "), one.row.eventType, one.row.id] : [],
  );
}

/** Takes over what the previous question names if this one refers back to it: "Why is Home slow and who approved it?" */
function withThing(asked: CoachPlace, before: CoachPlace | undefined, part: string): Omit<AskedQuestion, "message"> {
  if (!before || !refersBack(part)) return { ...asked, about: [] };
  const { entities: own } = asked;
  const { scenarios, urls, prNumber, branch, commitSha, environment } = before.entities;
  const ownPage = own.scenarios.length > 0 || own.urls.length > 0;
  const ownChange = own.prNumber !== null || own.branch !== null || own.commitSha !== null;
  const takesEnvironment = own.environment === null && environment !== null;
  return {
    ...asked,
    ...(takesEnvironment && { environment: before.environment }),
    entities: {
      ...own,
      ...(!ownPage && { scenarios, urls }),
      ...(!ownChange && { prNumber, branch, commitSha }),
      ...(takesEnvironment && { environment }),
    },
    about: [
      ...(ownPage ? [] : [...scenarios, ...urls]),
      ...(ownChange || prNumber === null ? [] : [`pull request ${prNumber}`]),
      ...(ownChange || branch === null ? [] : [`branch ${branch}`]),
      ...(ownChange || commitSha === null ? [] : [`commit ${commitSha}`]),
      ...(takesEnvironment && before.environment ? [before.environment.name] : []),
    ],
  };
}
