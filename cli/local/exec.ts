// Runs a command of the user's while the service of `run --local` is up, with its URL and key in the environment.
import { spawn } from "node:child_process";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import type { CommandUse } from "../commands/command.ts";
import { endGroup } from "./group.ts";

/** Returns the exit code. The command's output goes to stderr, because stdout has the answer. */
export async function execute(command: string, use: CommandUse, signal: AbortSignal): Promise<ClientExit> {
  const { settings, env, cwd, out } = use;
  const child = spawn(command, {
    cwd,
    shell: true,
    detached: true,
    stdio: ["ignore", 2, 2],
    env: {
      ...env,
      SVC_URL: settings.url,
      SVC_API_KEY: settings.apiKey ?? "",
      SVC_PROJECT: settings.project ?? "",
      SVC_ENVIRONMENT: settings.environment ?? "",
    },
  });
  const group = child.pid;
  const stop = () => void (group !== undefined && endGroup(group));
  signal.addEventListener("abort", stop, { once: true });
  const how = await new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, by) => resolve(by ?? `exit code ${code}`));
  });
  signal.removeEventListener("abort", stop);
  if (how === "exit code 0") return CLIENT_EXIT.passed;
  out.note(`"${command}" failed: ${how}.`);
  return signal.aborted ? CLIENT_EXIT.errored : CLIENT_EXIT.failed;
}
