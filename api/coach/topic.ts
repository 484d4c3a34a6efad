// Topics of the built-in planner: each has example questions and a function that answers them.
import type { Askable } from "../../domain/coach/choose.ts";
import type { ToolResponse } from "../tools/envelope.ts";
import { nextLine } from "./sentences.ts";
import type { Talk } from "./talk.ts";

export type Topic = Askable & {
  /** Area of the service and what is done in it: the routing key `<feature>.<action>`. */
  feature: string;
  action: string;
  /** Set if the topic covers all projects. */
  anyProject?: true;
  /** Returns the lines of the answer. Rejects with OutOfTurns if the calls do not suffice. */
  answer(talk: Talk): Promise<string[]>;
};

/** Answers with one tool call: the tool's summary, the lines that `more` makes of its data, and the next suggested action. */
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
