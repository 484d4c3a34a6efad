// Splits a message into its questions: each complete, in English, and with the entities that it names.

import { questionInEnglish, spokenIn } from "../../domain/coach/inEnglish.ts";
import { completedBy, isFollowUp, MAX_PARTS, questionsIn, refersBack } from "../../domain/coach/parts.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { type CoachPlace, coachPlace } from "../operations/coach/place.ts";

export type AskedQuestion = CoachPlace & {
  message: string;
  /** Scenarios and URLs taken over from the previous question of the message. */
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

/** Understands a message. `before` is the previous question of the same conversation. */
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
  const names = [...own.entities.scenarios, ...earlier.entities.scenarios];
  return completedBy(given.message, before, names, ctx.now());
}

/** Takes over the entities of the previous question if this one refers back to them: "Why is Home slow and who approved it?" */
function withThing(asked: CoachPlace, before: CoachPlace | undefined, part: string): Omit<AskedQuestion, "message"> {
  const { scenarios, urls } = asked.entities;
  if (!before || scenarios.length > 0 || urls.length > 0 || !refersBack(part)) return { ...asked, about: [] };
  const { entities } = before;
  return {
    ...asked,
    entities: { ...asked.entities, scenarios: entities.scenarios, urls: entities.urls },
    about: [...entities.scenarios, ...entities.urls],
  };
}
