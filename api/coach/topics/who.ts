// "Who approved …": answers from the audit log.
import { type AuditQuestion, auditQuestionOf, subjectOf } from "../../../domain/coach/auditQuestion.ts";
import { plural } from "../../../domain/text.ts";
import { actionWords } from "../../../domain/words/actions.ts";
import { directoryOf } from "../../lib/directory.ts";
import { type AuditEntryView, readAuditLog } from "../../operations/people/readAuditLog.ts";
import { shotNames } from "../../operations/visual/shotNames.ts";
import { bullet, quoted, timeOf } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import type { Topic } from "../topic.ts";

/** Prefix of the actions of entries about screenshots. */
const RESULTS = "results.";
const UNDO = "results.undo";
/** Actions that `UNDO` reverts. */
const DECISIONS: ReadonlySet<string> = new Set(["results.approve", "results.reject"]);

/** Maximum number of entries that are searched, newest first, and that are listed. */
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
    /^(and |so )?who\b.{0,80}\b(approv|accept|reject|delet|remov|revok|chang|creat|add|set|undid|start|cancel|invit|renam)\w*/,
    // Asks when something was done to an object. When a run or a schedule starts is a different question.
    /^(and |so )?when (was|were)\b.{0,80}\b(approved|accepted|rejected|deleted|removed|revoked|changed|created|added|invited|renamed)\b/,
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
  const decisions = DECISIONS.has(action)
    ? (await readAuditLog(talk.ctx, talk.caller, { limit: MAX_READ, action: RESULTS })).entries
    : [];
  const names = await shotNames(talk.ctx, talk.caller, fitting.flatMap(shotIdsOf));
  const shots: Names = { of: names, decisions, people: await namesOfPeople(talk) };
  const here = fitting.filter((entry) => isHere(talk, entry, shots));
  if (here.length === 0) return [nothingIn(entries)];
  const [label] = talk.entities.scenarios;
  const [run] = talk.entities.runIds;
  if (label !== undefined || run !== undefined) {
    const isLabel = (entry: AuditEntryView) => label === undefined || labelsOf(entry, shots).includes(label);
    return lastOf(
      here.filter((entry) => isLabel(entry) && (run === undefined || entry.target === run)),
      entries,
      shots,
    );
  }
  const subject = subjectOf(talk.message);
  if (subject.length === 0) return lastOf(here, entries, shots);
  const named = here.filter((entry) => isAbout(entry, subject, shots));
  if (named.length > 0) return lastOf(named, entries, shots);
  return [
    `The audit log has no entry about ${quoted(subject.join(" "))}. Its newest entries of this kind:`,
    ...listOf(here, shots),
  ];
}

/** Returns a function that gives a person's name if it is unique in the organisation, otherwise their address. */
async function namesOfPeople({ ctx, caller }: Talk): Promise<(who: string) => string> {
  const directory = await directoryOf(ctx, caller.orgId);
  const named = Map.groupBy(directory.values(), ({ user }) => user.name.trim());
  return (by) => {
    const name = directory.get(by)?.user.name.trim();
    return name && named.get(name)?.length === 1 ? name : by;
  };
}

const nothingIn = (read: readonly AuditEntryView[]): string =>
  read.length === 0
    ? "The audit log has no entry of that kind."
    : `The newest ${plural(read.length, "entry", "entries")} of the audit log have nothing about that.`;

function lastOf(meant: readonly AuditEntryView[], read: readonly AuditEntryView[], shots: Names): string[] {
  const [first] = meant;
  if (!first) return [nothingIn(read)];
  return [
    `${quoted(shots.people(first.who))} did it last, on ${timeOf(first.at)}. The audit log says:`,
    ...listOf(meant, shots),
  ];
}

/** Lists the entries; entries with the same text are merged into one line. */
function listOf(entries: readonly AuditEntryView[], shots: Names): string[] {
  const lines = [...Map.groupBy(entries, (entry) => entryLine(entry, shots))];
  const told = lines.slice(0, MAX_TOLD);
  const rest = entries.length - told.reduce((sum, [, own]) => sum + own.length, 0);
  return [
    ...told.map(([line, own]) => bullet(own.length === 1 ? `${line}.` : `${line} (${own.length} times).`)),
    ...(rest > 0 ? [`And ${plural(rest, "earlier entry", "earlier entries")}.`] : []),
  ];
}

/**
 * Returns when the last of a decision's screenshots was undone, if the undo is the next event of each of them. Null if it was not undone,
 * or if that is unknown because the entry does not name all of its screenshots.
 */
function undoneAt(entry: AuditEntryView, { decisions }: Names): string | null {
  const ids = shotIdsOf(entry);
  if (!DECISIONS.has(entry.action) || ids.length === 0 || Number(entry.details.decided ?? ids.length) > ids.length)
    return null;
  // Decisions are sorted newest first, so the next event is the last match before this entry.
  const at = decisions.findIndex(({ id }) => id === entry.id);
  const nexts = ids.map((id) => decisions.slice(0, Math.max(0, at)).findLast((one) => shotIdsOf(one).includes(id)));
  const times = nexts.map((next) => (next?.action === UNDO ? next.at : null));
  return times.includes(null) ? null : (times.toSorted().at(-1) ?? null);
}

/** Whether the entry belongs to the project of the talk. Entries that name no project belong to every project. */
function isHere({ project }: Talk, entry: AuditEntryView, shots: Names): boolean {
  if (project === null) return true;
  const projects = shotIdsOf(entry).flatMap((id) => shots.of.get(id)?.project ?? []);
  const named = textsIn(entry.details.project);
  return [...projects, ...named].every((one) => one === project);
}

/** Returns the scenario labels that the entry is about. */
function labelsOf(entry: AuditEntryView, shots: Names): string[] {
  const { details, target } = entry;
  const ofShots = shotIdsOf(entry).flatMap((id) => shots.of.get(id)?.scenarioLabel ?? []);
  return [target, ...ofShots, ...textsIn(details.label), ...textsIn(details.labels), ...textsIn(details.scenarioLabel)];
}

/** Whether all words occur in the entry's subject or in the person who made it. */
function isAbout(entry: AuditEntryView, words: readonly string[], shots: Names): boolean {
  const texts = [
    entry.who,
    shots.people(entry.who),
    ...labelsOf(entry, shots),
    ...Object.values(entry.details).flatMap(textsIn),
    ...textsIn(entry.details.email).map(shots.people),
  ];
  const told = texts.join("\n").toLowerCase();
  return words.every((word) => told.includes(word));
}

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");

/** Scenarios of screenshots, all decisions about screenshots (newest first), and `people`: the display name of whoever made an entry. */
type Names = {
  of: Awaited<ReturnType<typeof shotNames>>;
  decisions: readonly AuditEntryView[];
  people: (who: string) => string;
};

const shotIdsOf = ({ details }: AuditEntryView): string[] => textsIn(details.shots);

function entryLine(entry: AuditEntryView, shots: Names): string {
  const { at, who: by, action, target } = entry;
  const labels = [...new Set(shotIdsOf(entry).flatMap((id) => shots.of.get(id)?.scenarioLabel ?? []))];
  const [first, ...others] = labels;
  const more = others.length > 0 ? ` and ${plural(others.length, "other scenario")}` : "";
  const named = first === undefined ? "" : ` (${quoted(first)}${more})`;
  const taken = undoneAt(entry, shots);
  const back = taken === null ? "" : `, which was undone on ${timeOf(taken)}`;
  return `${timeOf(at)}: ${quoted(shots.people(by))} ${actionWords(action, quoted(target))}${named}${back}`;
}
