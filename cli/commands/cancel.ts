import { CLIENT_EXIT } from "../client/exit.ts";
import { cancelRun } from "../client/runs.ts";
import type { CommandDeclaration } from "./command.ts";

export const cancelCommand: CommandDeclaration = {
  name: "cancel",
  summary: "cancel running runs",
  args: "<runId...>",
  example: "plumbline cancel run_01K…",
  async run({ args, service, out }) {
    const cancelled = [];
    for (const runId of args) cancelled.push({ runId, ...(await cancelRun(service, runId)) });
    out.answer(
      { cancelled },
      cancelled.map(({ runId, message }) => `${runId}: ${message}`),
    );
    return CLIENT_EXIT.passed;
  },
};
