// Reads configurations that are scripts, in a separate process that can read only their folder and has no environment, no network, and
// little time and memory.
import { spawn } from "node:child_process";
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { LeftOut } from "../../domain/import/types.ts";
import { wrongUse } from "../client/exit.ts";
import { sandboxProgram } from "./sandboxProgram.ts";

export const SCRIPT = /\.[cm]?js$/i;
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const MAX_BYTES = 1_000_000;

type Answer = { json?: unknown; functions?: string[]; variables?: string[]; code?: string; message?: string };

/** `json`: what the script exports. `leftOut`: parts of it that a file cannot contain. Throws ClientError (2) with the file's name. */
export async function runConfig(
  file: string,
  name: string,
  { timeoutMs = TIMEOUT_MS } = {},
): Promise<{ json: unknown; leftOut: LeftOut[] }> {
  const real = await realpath(file).catch(() => null);
  if (real === null) throw wrongUse(`File not found: ${name}.`);
  const { json, functions = [], variables = [], code, message } = await answerOf(real, name, timeoutMs);
  if (message !== undefined) throw wrongUse(`${name} cannot be read: ${whyNot(code, message)}`);
  const leftOut = functions.map((at) => ({ path: at, reason: "is a function, and functions are not run" }));
  const unset = variables.map((variable) => ({
    path: "",
    reason: `The script reads the variable ${variable}, which is not set during an import: check the result`,
  }));
  return { json, leftOut: [...leftOut, ...unset] };
}

function whyNot(code: string | undefined, text: string): string {
  const message = text.replace(/\.+$/, "");
  if (code === "ERR_ACCESS_DENIED")
    return "it uses the network, another program or a file outside its own folder, which an import does not allow. Convert it to JSON first.";
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND")
    return `${message}. Only its own folder is read: install its packages there, or convert it to JSON first.`;
  return `${message}. Convert it to JSON first.`;
}

async function answerOf(file: string, name: string, timeoutMs: number): Promise<Answer> {
  const child = spawn(
    process.execPath,
    [...permissions(path.dirname(file)), "-e", `(${sandboxProgram})(require)`, "--", file],
    {
      cwd: path.dirname(file),
      env: {},
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    },
  );
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (_code, signal) => resolve(signal));
  });
  const parts: Buffer[] = [];
  let size = 0;
  const pipe = child.stdio[3] as NodeJS.ReadableStream;
  pipe.on("data", (part: Buffer) => {
    size += part.length;
    if (size > MAX_BYTES) child.kill("SIGKILL");
    else parts.push(part);
  });
  const signal = await ended;
  if (size > MAX_BYTES) throw wrongUse(`${name} exports more than 1 MB.`);
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8")) as Answer;
  } catch {
    const why = signal === "SIGKILL" ? `it did not end within ${timeoutMs / 1_000} s` : "it ended early";
    return { code: "", message: `${why}, or needs more than ${MEMORY_MB} MB` };
  }
}

/** Node 20 has the permission flag under another name. */
function permissions(folder: string): string[] {
  const flag = process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission";
  return [flag, `--allow-fs-read=${folder}`, `--max-old-space-size=${MEMORY_MB}`, "--no-warnings"];
}
