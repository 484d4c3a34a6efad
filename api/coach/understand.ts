// What a message asks: its questions one by one, each in English words and whole, with what it names.

import { questionInEnglish, spokenIn } from "../../domain/coach/inEnglish.ts";
import { completedBy, isFollowUp, questionsIn } from "../../domain/coach/parts.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { type CoachPlace, coachPlace } from "../operations/coach/place.ts";

export type AskedQuestion = CoachPlace & { message: string };
export type UnderstoodMessage = {
  questions: AskedQuestion[];
  /** Whether a question is told in other words than it was asked. */
  reworded: boolean;
};

type Given = { message: string; project?: string; environment?: string };

/** `before`: the question before this one in the same conversation. */
export async function understand(
  ctx: OperationContext,
  caller: Caller,
  { message, ...place }: Given,
  before: string | null,
): Promise<UnderstoodMessage> {
  const english = inEnglish(message);
  const whole =
    before !== null && isFollowUp(english)
      ? await completed(ctx, caller, { ...place, message: english }, inEnglish(before))
      : english;
  const questions: AskedQuestion[] = [];
  for (const part of questionsIn(whole)) {
    const asked = await coachPlace(ctx, caller, { ...place, message: part });
    questions.push({ ...withThing(asked, questions.at(-1), part), message: part });
  }
  return { questions, reworded: whole !== message };
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
  const names = [...own.entities.scenarios, ...earlier.entities.scenarios];
  return completedBy(given.message, before, names, ctx.now());
}

const MEANS_BEFORE = /\b(?:it|its|that|this|there|that page|this page|the page)\b/i;

/** `Why is Home slow and who approved it?`: what the part before named. */
function withThing(asked: CoachPlace, before: CoachPlace | undefined, part: string): CoachPlace {
  const { scenarios, urls } = asked.entities;
  if (!before || scenarios.length > 0 || urls.length > 0 || !MEANS_BEFORE.test(part)) return asked;
  const { entities } = before;
  return { ...asked, entities: { ...asked.entities, scenarios: entities.scenarios, urls: entities.urls } };
}
