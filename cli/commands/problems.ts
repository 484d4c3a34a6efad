import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { given } from "../../domain/given.ts";
import { placesText } from "../../domain/words/places.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import { lineWidth, wrapped } from "../terminal.ts";
import { type CommandDeclaration, type Options, textOf, wordsOf } from "./command.ts";

const ONE = "/api/problems/{id}";
type Problem = AnswerAt<"GET", typeof ONE>;
type Listed = AnswerAt<"GET", "/api/problems">["problems"][number];

/** The request body of each word, from the options. Words that only show something are not listed. */
const CHANGES: Readonly<Record<string, (options: Options) => object>> = {
  assign: (options) => ({ assignee: needed(options, "to") }),
  unassign: () => ({ assignee: null }),
  snooze: (options) => ({
    snooze: given({
      until: textOf(options, "until"),
      untilItSpreads: options.untilItSpreads,
      note: textOf(options, "reason"),
    }),
  }),
  unsnooze: () => ({ snooze: null }),
  accept: (options) => ({ accept: given({ reason: needed(options, "reason"), until: textOf(options, "until") }) }),
  unaccept: () => ({ accept: null }),
  comment: (options) => ({ comment: needed(options, "text") }),
  ticket: (options) => ({ ticket: needed(options, "to") }),
};
const WORDS = ["list", "show", ...Object.keys(CHANGES), "undo"];

export const problemsCommand: CommandDeclaration = {
  name: "problems",
  summary: "list problems, and assign, snooze, accept or comment on them",
  args: "[word] [id]",
  options: [
    { flags: "--branch <name>", description: "list this branch instead of the main branch" },
    { flags: "--pillar <name>", description: "only these pillars", many: true },
    { flags: "--status <name>", description: "only these statuses", many: true },
    { flags: "--severity <name>", description: "only these severities", many: true },
    { flags: "--assignee <email>", description: "assigned to this person, me or nobody" },
    { flags: "--limit <number>", description: "maximum number of problems" },
    { flags: "--cursor <text>", description: "print the next part of a list" },
    { flags: "--to <text>", description: "person or ticket" },
    { flags: "--until <date>", description: "end of the snooze or acceptance" },
    { flags: "--until-it-spreads", description: "snooze until it spreads" },
    { flags: "--reason <text>", description: "why" },
    { flags: "--text <text>", description: "the comment" },
  ],
  example: "plumbline problems --status new --severity critical",
  async run({ args: [word = "list", id], options, settings, service, out }) {
    if (!WORDS.includes(word)) throw wrongUse(`"${word}" is not one of ${WORDS.join(", ")}.`);
    if (word === "list") {
      const query = given({
        project: settings.project ?? undefined,
        environment: settings.environment ?? undefined,
        branch: textOf(options, "branch"),
        pillar: wordsOf(options, "pillar")?.join(","),
        status: wordsOf(options, "status")?.join(","),
        severity: wordsOf(options, "severity")?.join(","),
        assignee: textOf(options, "assignee"),
        limit: textOf(options, "limit"),
        cursor: textOf(options, "cursor"),
      });
      const answer = await service.get("/api/problems", { query });
      const more = answer.nextCursor === null ? [] : [`To see more, add --cursor ${answer.nextCursor}`];
      const lines = answer.problems.flatMap(linesOf);
      out.answer(answer, lines.length === 0 ? ["No problems."] : [...lines, ...more]);
      return CLIENT_EXIT.passed;
    }
    if (id === undefined) throw wrongUse(`Name the problem: plumbline problems ${word} <id>.`);
    const problem = await service.get(ONE, { params: { id } });
    const done = word === "show" ? problem : await changed(service, problem, word, options);
    out.answer(done, linesOf(done));
    return CLIENT_EXIT.passed;
  },
};

function changed(service: Service, { id, rev }: Problem, word: string, options: Options): Promise<Problem> {
  const params = { id };
  if (word === "undo") return service.post("/api/problems/{id}/undo", { params, body: { rev } });
  return service.post(ONE, { params, body: { rev, ...CHANGES[word]?.(options) } });
}

function needed(options: Options, name: string): string {
  const value = textOf(options, name);
  if (value === undefined) throw wrongUse(`--${name} is missing.`);
  return value;
}

function linesOf(problem: Listed): string[] {
  const { id, pillar, severity, status, title, firstSeen, assignee } = problem;
  const whose = assignee === null ? "" : ` · ${assignee}`;
  const about = `${pillar} · ${severity} · ${status} · ${placesText(problem)} · since ${firstSeen.at.slice(0, 10)}${whose}`;
  return [...wrapped(title, lineWidth()), ...wrapped(about, lineWidth() - 2).map((line) => `  ${line}`), `  ${id}`];
}
