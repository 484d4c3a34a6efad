// Runs programs of earlier commits, and of this one, as processes on a data folder, for upgrade tests.
import { execFile, fork } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";

const execute = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RUNNER = fileURLToPath(new URL("./programRunner.ts", import.meta.url));

const git = async (...args: string[]) => (await execute("git", ["-C", ROOT, ...args])).stdout.trim();

/** Returns the last ancestor commit before a time (ISO 8601), or null if the history is missing or does not reach back that far. */
export async function commitBefore(time: string): Promise<string | null> {
  try {
    return (await git("rev-list", "-1", `--before=${time}`, "HEAD")) || null;
  } catch {
    return null;
  }
}

/** Returns the commit that added a file, or null if the history is missing or does not reach back that far. */
export async function commitThatAdded(file: string): Promise<string | null> {
  try {
    if ((await git("rev-parse", "--is-shallow-repository")) === "true") return null;
    return (await git("log", "--diff-filter=A", "--format=%H", "--", file)).split("\n").at(-1) || null;
  } catch {
    return null;
  }
}

export type Checkout = { root: string; remove(): Promise<void> };

/**
 * Checks out a commit into its own folder, with the packages of this checkout. The embedded database is built from the current sources to
 * avoid another build; PLUMBLINE_OLD_DATABASE=1 uses the commit's own, which takes minutes the first time.
 */
export async function checkOut(commit: string): Promise<Checkout> {
  const root = await mkdtemp(path.join(tmpdir(), "plumbline-old-"));
  const archive = path.join(root, "archive.tar");
  await execute("git", ["-C", ROOT, "archive", "-o", archive, commit]);
  await execute("tar", ["-xf", archive, "-C", root]);
  await rm(archive);
  await symlink(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  if (process.env.PLUMBLINE_OLD_DATABASE !== "1") {
    const database = path.join("temporal-dev", "ferretdb");
    await rm(path.join(root, database), { recursive: true });
    await cp(path.join(ROOT, database), path.join(root, database), { recursive: true });
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

export type Running = {
  apiUrl: string;
  mongoUri: string;
  temporalAddress: string;
  said: readonly string[];
  /** Sends SIGTERM, as an operator would. Resolves when all of its processes have ended. */
  stop(): Promise<void>;
};
type Told =
  | { kind: "said"; line: string }
  | { kind: "ready"; apiUrl: string; mongoUri: string; temporalAddress: string }
  | { kind: "failed"; message: string };

/** Starts the service of a checkout. Rejects with the program's error message if it does not start. */
export function startProgram(root: string, dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  // The tests provide their own database and Temporal, but an old program must use its own.
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
  const child = fork(RUNNER, [root, dataDir], {
    env: withCompileCache({ ...inherited, SVC_CI_RATE_PER_MINUTE: "100000", SVC_SHUTDOWN_GRACE_MS: "2000", ...env }),
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const said: string[] = [];
  let failure: string | undefined;
  child.stderr?.on("data", (data: Buffer) => said.push(data.toString()));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return new Promise((resolve, reject) => {
    child.on("message", (told: Told) => {
      if (told.kind === "said") said.push(told.line);
      if (told.kind === "failed") failure = told.message;
      if (told.kind !== "ready") return;
      const { apiUrl, mongoUri, temporalAddress } = told;
      const stop = async () => {
        child.kill("SIGTERM");
        await gone;
      };
      resolve({ apiUrl, mongoUri, temporalAddress, said, stop });
    });
    void gone.then(() => reject(new Error(failure ?? `The program ended: ${said.join("\n").slice(-2_000)}`)));
  });
}

/** Returns a function that runs the admin command of a checkout and returns its output. */
export function adminOf(root: string, dataDir: string) {
  const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...env } = process.env;
  return async (args: string[], stdin = ""): Promise<string> => {
    const running = execute(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", path.join(root, "cli/admin.ts"), ...args],
      { env: { ...env, SVC_DATA_DIR: dataDir } },
    );
    running.child.stdin?.end(stdin);
    return (await running).stdout;
  };
}
