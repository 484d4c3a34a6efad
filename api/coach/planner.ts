// The built-in planner: the same question over the same data gives the same answer, byte by byte. No model is involved.
import { chooseTopic } from "../../domain/coach/choose.ts";
import { closenessTo } from "../operations/coach/closeness.ts";
import { bullet, quoted } from "./sentences.ts";
import { OutOfTurns, type Talk } from "./talk.ts";
import type { Topic } from "./topic.ts";
import { byIntent } from "./topics/actions.ts";
import { TOPICS } from "./topics/index.ts";
import { ABILITIES } from "./topics/service.ts";

export const BUILTIN = "builtin";
/** Maximum length of an answer, which a person reads; a longer one is cut and ends with a hint. */
const MAX_CHARACTERS = 6_000;

export type Planned = { reply: string; feature: string; action: string };

const EXAMPLES = TOPICS.flatMap(({ asks }) => asks);

/**
 * Answers a question. If the wording does not decide, the request's `hints` do: an action that names a topic, or a feature and action of a
 * topic.
 */
export async function planAnswer(talk: Talk, hints: { feature?: string; action?: string }): Promise<Planned> {
  const topic = await topicOf(talk, hints);
  const lines = await linesOf(talk, topic);
  const reply = lines.join("\n");
  return {
    reply:
      reply.length > MAX_CHARACTERS
        ? `${reply.slice(0, reply.lastIndexOf("\n", MAX_CHARACTERS))}\n(There is more.)`
        : reply,
    feature: topic?.feature ?? "coach",
    action: topic?.action ?? "unknown",
  };
}

async function topicOf(talk: Talk, { feature, action }: { feature?: string; action?: string }): Promise<Topic | null> {
  const closeness = await closenessTo(talk.ctx, talk.message, EXAMPLES);
  const chosen = chooseTopic(talk.message, TOPICS, closeness);
  if (chosen?.by === "rule") return chosen.topic;
  const hinted = TOPICS.find(
    (topic) => (action !== undefined && topic.id === action) || (feature === topic.feature && action === topic.action),
  );
  return hinted ?? chosen?.topic ?? null;
}

async function linesOf(talk: Talk, topic: Topic | null): Promise<string[]> {
  try {
    if (topic && talk.project === null && !topic.anyProject) return await whichProject(talk);
    if (topic) return await topic.answer(talk);
    return (await byIntent(talk)) ?? beyond();
  } catch (error) {
    if (!(error instanceof OutOfTurns)) throw error;
    const known = talk.answers.map(({ summary }) => bullet(quoted(summary)));
    return [
      "The calls that this answer may make (maxTurns) did not suffice. What is known so far:",
      ...(known.length > 0 ? known : [bullet("nothing yet")]),
    ];
  }
}

async function whichProject(talk: Talk): Promise<string[]> {
  const answer = await talk.call("list_projects");
  const { projects = [] } = (answer.data ?? {}) as { projects?: { name: string; slug: string }[] };
  if (projects.length === 0) return ["No project yet. Create one first."];
  return [
    "Which project is meant? Send its slug as project:",
    ...projects.slice(0, 30).map(({ name, slug }) => bullet(`${quoted(name)}: ${slug}`)),
  ];
}

const beyond = (): string[] => [
  "I cannot answer that from the test results. I can answer questions about:",
  ...ABILITIES.map(bullet),
];
