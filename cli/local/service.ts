// Runs the service as a child process that reports its URL and a key, and ends with the command.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import path from "node:path";
import { tellChild } from "../../platform/ipc.ts";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import { SERVICE_SCRIPT } from "./findService.ts";
import { endGroup } from "./group.ts";

export type LocalService = {
  apiUrl: string;
  key: string;
  stop(): Promise<void>;
};
export type LocalOptions = {
  /** Folder of the service's clone. */
  folder: string;
  dataDir: string;
  /** Private hosts that it may visit. */
  allowed: string;
  env: NodeJS.ProcessEnv;
  /** How long to wait for another command that uses the data folder, in ms. */
  dataTimeout: number;
  /** Called when this command has exclusive use of the data folder. */
  holds(): void;
  /** The site's process group, which always ends with the command, however that ends. */
  group: Promise<number>;
  note(line: string): void;
  signal: AbortSignal;
};

type Told =
  | { kind: "note" | "failed"; line: string }
  | { kind: "holds" }
  | { kind: "ready"; apiUrl: string; key: string };

/** Running work gets half a minute from the worker. */
const STOP_MS = 90_000;
/** Variables for clients of a service, which must not be passed to a service. */
const NOT_OF_A_SERVICE = ["SVC_URL", "SVC_API_KEY", "SVC_PROJECT", "SVC_ENVIRONMENT", "SVC_PORT"];

/** Throws ClientError (5) with the last output if the service does not start, or the signal's reason if that comes first. */
export async function startLocalService(options: LocalOptions): Promise<LocalService> {
  const { folder, dataDir, dataTimeout, note, signal } = options;
  const logFile = path.join(dataDir, "local.log");
  const log = openSync(logFile, "a", 0o600);
  const env: NodeJS.ProcessEnv = { ...options.env, SVC_DATA_DIR: dataDir };
  for (const name of NOT_OF_A_SERVICE) delete env[name];
  env.SVC_ALLOWED_HOSTS = [env.SVC_ALLOWED_HOSTS, options.allowed].filter(Boolean).join(",");
  const node = path.join(folder, "node_modules", ".bin", "node");
  if (!existsSync(node)) {
    note("Installing the service's packages (first run only).");
    await ended(
      spawn(process.execPath, [path.join("temporal-dev", "setup.mjs")], {
        cwd: folder,
        env,
        stdio: ["ignore", log, log],
      }),
      signal,
    );
  }
  // A separate process group, because Ctrl-C is handled by this command, which then stops the service in order.
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", SERVICE_SCRIPT, String(dataTimeout)], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", log, log, "ipc"],
  });
  void options.group.then((group) => tellChild(child, { kind: "guard", group }));
  const gone = once(child, "exit");
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    tellChild(child, { kind: "stop" });
    const late = setTimeout(() => void (child.pid !== undefined && endGroup(child.pid)), STOP_MS);
    await gone;
    clearTimeout(late);
  };
  try {
    return { ...(await ready(child, logFile, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function ready(
  child: ChildProcess,
  logFile: string,
  { note, holds, signal }: Pick<LocalOptions, "note" | "holds" | "signal">,
): Promise<{ apiUrl: string; key: string }> {
  return new Promise((resolve, reject) => {
    let last = "no output";
    const failed = (why: string) =>
      reject(
        new ClientError(
          CLIENT_EXIT.unreachable,
          "no_service",
          `The service did not start: ${why}. Its log is ${logFile}.`,
        ),
      );
    child.on("message", (told: Told) => {
      // An earlier version of the service only reports that it is ready.
      if (told.kind === "holds" || told.kind === "ready") holds();
      if (told.kind === "ready") resolve({ apiUrl: told.apiUrl, key: told.key });
      if (told.kind === "note") note(`service: ${told.line}`);
      if (told.kind === "failed") last = told.line.replace(/\.$/, "");
    });
    child.once("error", (error) => failed(error.message));
    child.once("exit", () => failed(last));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function ended(child: ChildProcess, signal: AbortSignal): Promise<void> {
  const [code] = (await once(child, "close", { signal })) as [number | null];
  if (code !== 0)
    throw new ClientError(
      CLIENT_EXIT.unreachable,
      "no_service",
      `The service's packages could not be installed (exit code ${code}).`,
    );
}
