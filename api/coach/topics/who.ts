// "Who approved …": answered from the audit log.
import { type AuditQuestion, auditQuestionOf } from "../../../domain/coach/auditQuestion.ts";
import { plural } from "../../../domain/text.ts";
import { deedWords } from "../../../domain/words/deeds.ts";
import { type AuditEntryView, readAuditLog } from "../../operations/people/readAuditLog.ts";
import { shotNames } from "../../operations/visual/shotNames.ts";
import { bullet, quoted, timeOf } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import type { Topic } from "../topic.ts";

/** Entries that are looked through, newest first, and told. */
const MAX_READ = 200;
const MAX_TOLD = 8;

export const who: Topic = {
  id: "who",
  feature: "people",
  action: "audit-log",
  asks: [
    "Who approved the home page?",
    "Who rejected the change of the cart?",
    "Who deleted the key?",
    "When was the rule changed, and by whom?",
    "Who started the last run?",
  ],
  sure: [
    /^(and |so )?(who|when)\b.{0,80}\b(approv|accept|reject|delet|remov|revok|chang|creat|add|set|undid|start|cancel|invit|renam)\w*/,
    /\bby whom\b/,
  ],
  not: /\bwho are you\b/,
  async answer(talk) {
    const question = auditQuestionOf(talk.message);
    if (question === null) return [UNKNOWN];
    if (talk.caller.kind !== "user" || talk.caller.role !== "admin")
      return ["The audit log knows, and only administrators may read it. Ask one of them."];
    return toldOf(talk, question);
  },
};

const UNKNOWN = "Name what was done, such as: Who approved the home page?";

async function toldOf(talk: Talk, { action, only }: AuditQuestion): Promise<string[]> {
  const { entries } = await readAuditLog(talk.ctx, talk.caller, {
    limit: MAX_READ,
    ...(action === "" ? {} : { action }),
  });
  const fitting = entries.filter((entry) => only === null || only.test(entry.action));
  const shots = await shotNames(talk.ctx, talk.caller, fitting.flatMap(shotIdsOf));
  const [label] = talk.entities.scenarios;
  const [run] = talk.entities.runIds;
  const isMeant = (entry: AuditEntryView): boolean =>
    (label === undefined ||
      shotIdsOf(entry).some((id) => shots.get(id)?.scenarioLabel === label) ||
      entry.target === label) &&
    (run === undefined || entry.target === run);
  const meant = fitting.filter(isMeant);
  const [first] = meant;
  if (!first)
    return [`The newest ${plural(entries.length, "entry", "entries")} of the audit log have nothing about that.`];
  return [
    `${quoted(first.who)} did it last, on ${timeOf(first.at)}. The audit log says:`,
    ...meant.slice(0, MAX_TOLD).map((entry) => bullet(entryLine(entry, shots))),
    ...(meant.length > MAX_TOLD ? [`And ${plural(meant.length - MAX_TOLD, "earlier entry", "earlier entries")}.`] : []),
  ];
}

type Names = Awaited<ReturnType<typeof shotNames>>;

function shotIdsOf({ details }: AuditEntryView): string[] {
  const { shots } = details as { shots?: unknown };
  return Array.isArray(shots) ? shots.filter((id) => typeof id === "string") : [];
}

function entryLine(entry: AuditEntryView, shots: Names): string {
  const { at, who: by, action, target } = entry;
  const labels = [...new Set(shotIdsOf(entry).flatMap((id) => shots.get(id)?.scenarioLabel ?? []))];
  const [first, ...others] = labels;
  const more = others.length > 0 ? ` and ${plural(others.length, "other scenario")}` : "";
  const named = first === undefined ? "" : ` (${quoted(first)}${more})`;
  return `${timeOf(at)}: ${quoted(by)} ${deedWords(action, quoted(target))}${named}.`;
}
