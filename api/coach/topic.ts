// What the built-in planner can talk about: one object a topic, with the questions that ask for it and how it is answered.
import type { Askable } from "../../domain/coach/choose.ts";
import type { ToolResponse } from "../tools/envelope.ts";
import { nextLine } from "./sentences.ts";
import type { Talk } from "./talk.ts";

export type Topic = Askable & {
  /** The area of the service, and what is done in it: the routing key `<feature>.<action>`. */
  feature: string;
  action: string;
  /** It is about all projects. */
  anyProject?: true;
  /** Lines of the answer. Rejects with OutOfTurns where the calls do not suffice. */
  answer(talk: Talk): Promise<string[]>;
};

/** Lines that an answer of one tool makes: its own summary, what `more` reads in its data, and what comes next. */
export async function told<T>(
  talk: Talk,
  tool: string,
  args: Record<string, unknown> = {},
  more: (data: T, answer: ToolResponse) => string[] = () => [],
): Promise<string[]> {
  const answer = await talk.call(tool, args);
  const lines = answer.ok ? more(answer.data as T, answer) : [];
  return [answer.summary, ...lines, ...nextLine(talk, answer.nextActions)];
}
