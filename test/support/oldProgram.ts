// Programs of earlier commits, and of this one, as processes on a data folder: for tests of upgrades.
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

/** The last commit before a time (ISO 8601) on the way to this one; null: the history is not here, or not so far back. */
export async function commitBefore(time: string): Promise<string | null> {
  try {
    return (await git("rev-list", "-1", `--before=${time}`, "HEAD")) || null;
  } catch {
    return null;
  }
}

/** The commit that added a file; null: the history is not here, or not so far back. */
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
 * The files of a commit in a folder of their own, with the packages of this checkout. The embedded database is built from today's
 * sources, so that it is not built anew; PLUMBLINE_OLD_DATABASE=1 takes the commit's own, which takes minutes the first time.
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
  /** As an operator does it, with SIGTERM; resolves when nothing of it runs. */
  stop(): Promise<void>;
};
type Told =
  | { kind: "said"; line: string }
  | { kind: "ready"; apiUrl: string; mongoUri: string; temporalAddress: string }
  | { kind: "failed"; message: string };

/** Starts the service of a checkout. Rejects with its sentence when it does not start. */
export function startProgram(root: string, dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  // Tests bring their own database and Temporal, and an old program must use its own.
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

/** The administrator's command of a checkout; answers what it printed. */
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
