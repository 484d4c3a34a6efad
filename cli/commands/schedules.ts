import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import { type Row, table } from "../output.ts";
import type { CommandDeclaration } from "./command.ts";

type Schedule = AnswerAt<"GET", "/api/schedules">["schedules"][number];
type Due = NonNullable<Schedule["last"]>;
type DueRun = Due["runs"][number];

const ACTIONS = ["list", "pause", "resume", "run"] as const;
type Action = (typeof ACTIONS)[number];
const DONE: Record<Exclude<Action, "list">, string> = { pause: "paused", resume: "resumed", run: "started" };

export const schedulesCommand: CommandDeclaration = {
  name: "schedules",
  summary: "list the schedules of the project, pause or resume one, or run one now",
  args: "[list|pause|resume|run] [name]",
  example: "plumbline schedules pause Nightly --project shop",
  async run({ args: [given = "list", name], service, settings, out }) {
    const action = ACTIONS.find((one) => one === given);
    if (!action) throw wrongUse(`"${given}" is not one of ${ACTIONS.join(", ")}.`);
    const { schedules } = await listed(service, settings.project);
    if (action === "list") {
      out.answer({ schedules }, schedules.length > 0 ? table(schedules.map(rowOf)) : ["No schedule yet."]);
      return CLIENT_EXIT.passed;
    }
    const { id } = chosen(schedules, name, action);
    const { schedule } = await service.post(`/api/schedules/{id}/${action}`, { params: { id } });
    const started = action === "run" ? (schedule.last?.runs ?? []) : [];
    out.answer({ schedule }, [`${schedule.name} ${DONE[action]}.`, ...started.map(lineOf)]);
    return started.length > 0 && started.every(({ runId }) => runId === null)
      ? CLIENT_EXIT.errored
      : CLIENT_EXIT.passed;
  },
};

const listed = (service: Service, project: string | null) =>
  service.get("/api/schedules", { query: { project: project ?? undefined } });

/** Finds a schedule by name, which is unique in a project, or by id. Throws ClientError (2). */
function chosen(schedules: readonly Schedule[], name: string | undefined, action: Action): Schedule {
  if (name === undefined) throw wrongUse(`Name the schedule: plumbline schedules ${action} <name>.`);
  const found = schedules.find((one) => one.name === name || one.id === name);
  if (found) return found;
  const known = schedules.map((one) => one.name).join(", ");
  throw wrongUse(`There is no schedule "${name}".${known === "" ? "" : ` There are: ${known}.`}`);
}

const lineOf = ({ type, runId, problem }: DueRun): string => `${type}: ${runId ?? problem ?? "not started"}`;

function rowOf({ name, cron, timeZone, types, enabled, nextAt, last }: Schedule): Row {
  return {
    name,
    due: `${cron} ${timeZone}`,
    starts: types.join(" "),
    next: enabled ? (nextAt ?? "never") : "paused",
    last: last ? `${last.at} ${wordOf(last)}` : "",
  };
}

/** Returns the verdict if all runs have one, otherwise the state. */
function wordOf({ outcome, reason, runs }: Due): string {
  if (outcome === "refused") return `refused: ${runs.find(({ problem }) => problem)?.problem ?? ""}`;
  if (outcome !== "started") return `${outcome}: ${reason ?? ""}`;
  if (runs.some(({ status }) => status === "running")) return "running";
  if (runs.some(({ status, runId }) => runId === null || status === "failed")) return "error";
  return runs.every(({ verdict }) => verdict === "pass") ? "passed" : "failed";
}
