// Problems on the dashboard: bulk changes, and export as a file.
import { array } from "yup";
import { sendInParts } from "../../lib/streams.ts";
import { choice, closed, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { EXPORT_FORMATS } from "../../operations/findings/exportFindings.ts";
import { changeProblems, MAX_CHANGED, undoProblems } from "../../operations/problems/changeProblems.ts";
import { exportProblems } from "../../operations/problems/exportProblems.ts";
import { changedProblems } from "../answers/problems.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { problemFilter, snoozeField } from "../problems.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { edits, inProject, reads, TABLE_FILE } from "./shared.ts";

const chosen = array()
  .of(closed({ id: requiredText(100), rev: wholeNumber(0, 1_000_000).required() }).required())
  .min(1, "problems must name at least one")
  .max(MAX_CHANGED, `problems may name ${MAX_CHANGED} at most`)
  .required();
const UNKNOWN = "The project is unknown, or one of the problems is not the project's.";

const change = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/problems/change",
  id: "changeAppProblems",
  summary: "Assign, snooze or accept many problems",
  description:
    "One of `assignee`, `snooze` and `accept` for all of them; null removes it. Accepting a problem of an audit accepts its findings in the newest run that saw it, and needs `until`. `refused` says which were not changed, and how they stand now where somebody else changed them first.",
  params: inProject,
  body: closed({
    problems: chosen,
    assignee: text(254).nullable(),
    snooze: snoozeField(),
    accept: closed({ reason: requiredText(1_000), until: text(40) })
      .nullable()
      .default(undefined),
  }),
  bounds: "run",
  answers: { 200: { description: "What was changed, and what was not and why.", json: changedProblems } },
  refusals: { 404: UNKNOWN },
  handle: async ({ ctx, caller, params, body }) => ({ json: await changeProblems(ctx, caller, params.slug, body) }),
});

const undo = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/problems/undo",
  id: "undoAppProblems",
  summary: "Undo the last change of many problems",
  params: inProject,
  body: closed({ problems: chosen }),
  bounds: "run",
  answers: { 200: { description: "What was changed, and what was not and why.", json: changedProblems } },
  refusals: { 404: UNKNOWN },
  handle: async ({ ctx, caller, params, body }) => ({
    json: await undoProblems(ctx, caller, params.slug, body.problems),
  }),
});

const exportAll = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/problems/export",
  id: "exportAppProblems",
  summary: "Problems as CSV or JSON",
  description:
    "What the same filter lists, the most urgent first. A file that leaves some out says so at its end, JSON in `cut`.",
  params: inProject,
  query: closed({ ...problemFilter(), format: choice(EXPORT_FORMATS) }),
  answers: { 200: TABLE_FILE },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query: { format = "csv", ...filter }, res }) {
    const { name, parts } = await exportProblems(ctx, caller, params.slug, { ...filter, format });
    res.attachment(name).type(format === "csv" ? "text/csv" : "application/json");
    await sendInParts(res, parts);
  },
});

export const appProblemEndpoints: EndpointArea = { name: "appProblems", endpoints: [change, undo, exportAll] };
