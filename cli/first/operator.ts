// Runs the process that works on the service's data folder while this command runs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { CLIENT_EXIT, ClientError } from "../client/exit.ts";
import { endGroup } from "../local/group.ts";
import type { Asked, CallName, Calls, Told } from "./calls.ts";

export type Operator = {
  call<N extends CallName>(name: N, input: Calls[N]["input"]): Promise<Calls[N]["answer"]>;
  /** Ends the process; a service that it started keeps running. */
  close(): Promise<void>;
};
export type OperatorOptions = {
  /** The clone of Plumbline. */
  folder: string;
  dataDir: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  note(line: string): void;
};

const SCRIPT = path.join("temporal-dev", "init.ts");
/** Variables for clients of a service, which must not be passed to a service. */
const NOT_OF_A_SERVICE = ["SVC_URL", "SVC_API_KEY", "SVC_PROJECT", "SVC_ENVIRONMENT"];
/** Maximum amount of stderr kept, for the error if the process cannot start. */
const MAX_WORDS = 2_000;

/** Throws ClientError (2) if another init is using the folder, ClientError (5) if the process does not start, or the signal's reason. */
export async function startOperator({ folder, dataDir, env, signal, note }: OperatorOptions): Promise<Operator> {
  const own: NodeJS.ProcessEnv = { ...env, SVC_DATA_DIR: dataDir };
  for (const name of NOT_OF_A_SERVICE) delete own[name];
  const node = path.join(folder, "node_modules", ".bin", "node");
  if (!existsSync(node))
    throw failed(`the packages are missing: run "node temporal-dev/setup.mjs" in ${folder}`, CLIENT_EXIT.unreachable);
  // A separate process group, because Ctrl-C is handled by this command.
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", SCRIPT], {
    cwd: folder,
    env: own,
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let words = "";
  child.stderr?.on("data", (chunk) => {
    words = (words + String(chunk)).slice(-MAX_WORDS);
  });
  const waits = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
  const begun = Promise.withResolvers<void>();
  const end = (error: unknown) => {
    begun.reject(error);
    for (const { reject } of waits.values()) reject(error);
    waits.clear();
  };
  child.on("message", (told: Told) => {
    if (told.kind === "held") begun.resolve();
    if (told.kind === "busy")
      end(
        failed(
          "Another init works on this data folder: wait until it has ended, then run this again",
          CLIENT_EXIT.usage,
        ),
      );
    if (told.kind === "note") note(told.line);
    if (told.kind === "answer") waits.get(told.id)?.resolve(told.answer as never);
    if (told.kind === "refused")
      waits.get(told.id)?.reject(new ClientError(CLIENT_EXIT.unreachable, "refused", told.message));
  });
  child.once("error", (error) => end(failed(error.message, CLIENT_EXIT.unreachable)));
  child.once("exit", () => end(failed(words.trim().split("\n").at(-1) || "it ended early", CLIENT_EXIT.unreachable)));
  signal.addEventListener("abort", () => end(signal.reason), { once: true });
  const close = () => closed(child);
  try {
    await begun.promise;
  } catch (error) {
    await close();
    throw error;
  }
  let count = 0;
  return {
    call(name, input) {
      signal.throwIfAborted();
      count += 1;
      const id = count;
      const answer = Promise.withResolvers<never>();
      waits.set(id, answer);
      child.send({ id, call: name, input } as Asked);
      return answer.promise.finally(() => waits.delete(id));
    },
    close,
  };
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  if (child.connected) child.disconnect();
  const late = setTimeout(() => void (child.pid !== undefined && endGroup(child.pid)), 5_000);
  await gone;
  clearTimeout(late);
}

const failed = (why: string, exit: 2 | 5): ClientError =>
  new ClientError(exit, "no_service", `${why.replace(/\.$/, "")}.`);
