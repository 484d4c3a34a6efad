// Problems across all runs: what is wrong, since when, who is assigned, and what was decided.
import { SEVERITIES } from "../../domain/audit/finding.ts";
import { PILLARS } from "../../domain/audit/pillars.ts";
import { PROBLEM_STATUSES } from "../../domain/problems/problem.ts";
import { MAX_LIMIT } from "../lib/paging.ts";
import { choice, closed, flag, listOf, requiredText, text, wholeNumber } from "../lib/validate.ts";
import { changeProblem, readProblem, undoProblem } from "../operations/problems/changeProblem.ts";
import { listProblems } from "../operations/problems/listProblems.ts";
import { problem, problems } from "./answers/problems.ts";
import { STALE } from "./app/shared.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { changers, toRead } from "./permits.ts";
import { UNKNOWN_PLACE } from "./words.ts";

const few = <const T extends string>(values: readonly T[]) => listOf(choice(values).required(), 20);
/** Query fields that select problems. */
export const problemFilter = () => ({
  environment: text(),
  branch: text(),
  pillar: few(PILLARS),
  status: few(PROBLEM_STATUSES),
  severity: few(SEVERITIES),
  assignee: text(),
  text: text(200),
});

/** Snooze until a date, until the problem spreads, or both; null ends the snooze. */
export const snoozeField = () =>
  closed({ until: text(40), untilItSpreads: flag(), note: text(1_000) })
    .nullable()
    .default(undefined);

const shared = { tag: "Dashboard", access: "either", limits: ["ci"], noStore: true } as const;
/** Keys of every scope may read problems. */
const problemReaders = { ...shared, allowed: "keys of every scope; everyone signed in", permit: toRead } as const;
const problemChangers = { ...shared, ...changers("Changing a problem") } as const;
const named = { id: "Id of the problem" };
const UNKNOWN = "The problem is unknown.";

const list = defineEndpoint({
  ...problemReaders,
  method: "get",
  path: "/api/problems",
  id: "listProjectProblems",
  summary: "The problems of a project, the most urgent first",
  description:
    "Of the main branch unless `branch` names another. Without `status` those that somebody should act on: new, regressed and ongoing. `assignee` is an e-mail address, `me` or `nobody`.",
  query: closed({
    project: text(),
    ...problemFilter(),
    limit: wholeNumber(1, MAX_LIMIT),
    cursor: text(400),
  }),
  answers: { 200: { description: "A page of problems.", json: problems } },
  refusals: { 404: UNKNOWN_PLACE },
  handle: async ({ ctx, caller, query }) => ({ json: await listProblems(ctx, caller, query) }),
});

const read = defineEndpoint({
  ...problemReaders,
  method: "get",
  path: "/api/problems/{id}",
  id: "readProblem",
  summary: "One problem",
  description: "With all its comments; lists have the newest 20. `project`: a problem of another project is not found.",
  params: named,
  query: closed({ project: text() }),
  answers: { 200: { description: "The problem.", json: problem } },
  refusals: { 404: UNKNOWN },
  handle: async ({ ctx, caller, params, query }) => ({
    json: await readProblem(ctx, caller, params.id, query.project),
  }),
});

const change = defineEndpoint({
  ...problemChangers,
  method: "post",
  path: "/api/problems/{id}",
  id: "changeProblem",
  summary: "Assign, snooze, accept or comment on a problem",
  description:
    "Omitted fields are not changed; null resets a field. `snooze` needs `until`, `untilItSpreads`, or both. Screenshots are approved in the review and findings accepted in their audit, so `accept` is for the other problems.",
  params: named,
  body: closed({
    rev: wholeNumber(0, 1_000_000).required(),
    assignee: text(254).nullable(),
    ticket: text(500).nullable(),
    snooze: snoozeField(),
    accept: closed({ reason: requiredText(1_000), until: text(40) })
      .nullable()
      .default(undefined),
    comment: text(5_000),
  }),
  bounds: "small",
  answers: { 200: { description: "The problem as it is now.", json: problem } },
  refusals: { 404: UNKNOWN, 409: STALE },
  handle: async ({ ctx, caller, params, body }) => ({ json: await changeProblem(ctx, caller, params.id, body) }),
});

const undo = defineEndpoint({
  ...problemChangers,
  method: "post",
  path: "/api/problems/{id}/undo",
  id: "undoProblem",
  summary: "Undo the last change of a problem",
  description: "Comments stay.",
  params: named,
  body: closed({ rev: wholeNumber(0, 1_000_000).required() }),
  bounds: "small",
  answers: { 200: { description: "The problem as it is now.", json: problem } },
  refusals: { 404: UNKNOWN, 409: STALE },
  handle: async ({ ctx, caller, params, body }) => ({ json: await undoProblem(ctx, caller, params.id, body.rev) }),
});

export const problemEndpoints: EndpointArea = { name: "problems", endpoints: [list, read, change, undo] };
