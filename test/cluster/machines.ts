// Simulated computers for a test: each has a network namespace, a host name, and its own folder, which all of them know by the same path.
import { execFile, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Launched, Supervisor } from "../../temporal-dev/supervisor.ts";
import type { Network } from "./network.ts";

const execute = promisify(execFile);

/** A start also waits for other machines, which a fault may have made unreachable for minutes. */
const READY_MS = 600_000;
/** Longer than a worker's grace period for its current work. */
const STOP_MS = 60_000;
const LOOK_EVERY_MS = 100;
/**
 * Takes the machine's name, its folder, the path under which each machine sees its own folder, and the folder of all machines. Mounts the
 * second over the third, hides the fourth, and becomes the command.
 */
const BOOT =
  'printf %s "$1" >/proc/sys/kernel/hostname && mount --bind "$2" "$3" && mount -t tmpfs none "$4" && cd "$3" && shift 4 && exec "$@"';

export type ProgramSpec = {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Account that runs the program; by default the current one. */
  user?: string;
  /** Resolves when the program works; retried while it throws. `said`: output of this process so far. */
  ready(said: string): Promise<void> | void;
};
export type Machine = {
  name: string;
  address: string;
  /** The machine's own folder, as the test sees it. */
  folder: string;
  /** The same folder as the machine's programs see it. Folders of other machines are invisible to them. */
  here: string;
  /** Creates a program without starting it; it is restarted whenever it ends on its own, as by systemd. */
  program(spec: ProgramSpec): Supervisor;
  /** Runs a command to its end; rejects with its output if it fails. */
  run(
    command: string,
    args: readonly string[],
    options?: { user?: string; env?: Record<string, string> },
  ): Promise<string>;
};
export type Machines = {
  make(name: string): Promise<Machine>;
  /** Lines about programs that ended and came back. */
  told: readonly string[];
};

/** `root`: an empty folder that every account may enter. */
export function createMachines(network: Network, root: string): Machines {
  const here = path.join(root, "here");
  const told: string[] = [];
  const log = (line: string) => told.push(`${new Date().toISOString()} ${line}`);
  return {
    told,
    async make(name) {
      const address = await network.add(name);
      const folder = path.join(root, "machines", name);
      for (const one of [here, folder, path.join(folder, "tmp")]) await mkdir(one, { recursive: true });
      // Server accounts must be able to enter their folders.
      await chmod(folder, 0o755);
      await chmod(path.join(folder, "tmp"), 0o1777);
      const boot = (command: string, args: readonly string[], user?: string): [string, string[]] => [
        "nsenter",
        [
          `--net=${network.namespaceOf(name)}`,
          "--",
          "unshare",
          "--mount",
          "--uts",
          "--propagation=private",
          "--",
          "/bin/sh",
          "-c",
          BOOT,
          "sh",
          name,
          folder,
          here,
          path.dirname(folder),
          ...(user ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups", "--"] : []),
          command,
          ...args,
        ],
      ];
      const surroundings = (env: Record<string, string> = {}): NodeJS.ProcessEnv => ({
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        LANG: "C.UTF-8",
        TMPDIR: path.join(here, "tmp"),
        ...env,
      });
      return {
        name,
        address,
        folder,
        here,
        program(spec) {
          const logFile = path.join(folder, `${spec.name}.log`);
          const launch = () => {
            const [command, args] = boot(spec.command, spec.args, spec.user);
            return launchProgram(command, args, { env: surroundings(spec.env), logFile, ready: spec.ready });
          };
          const timing = { readyMs: READY_MS, stopMs: STOP_MS };
          return new Supervisor({ name: `${spec.name} of ${name}`, logFile, launch, log, ...timing });
        },
        async run(command, args, { user, env } = {}) {
          const [program, all] = boot(command, args, user);
          const { stdout } = await execute(program, all, { env: surroundings(env) });
          return stdout;
        },
      };
    },
  };
}

type Launching = { env: NodeJS.ProcessEnv; logFile: string; ready: ProgramSpec["ready"] };

function launchProgram(command: string, args: string[], { env, logFile, ready }: Launching): Launched {
  // In a separate process group: Ctrl-C reaches only the test, which stops everything in order.
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const log = createWriteStream(logFile, { flags: "a" });
  let said = "";
  let isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      log.write(chunk);
      said = (said + chunk.toString()).slice(-100_000);
    });
  const gone = new Promise<string>((resolve) => {
    const end = (how: string) => {
      isOver = true;
      resolve(`${how}: ${said.trim().split("\n").slice(-10).join(" / ").slice(-1_000)}`);
    };
    child.once("error", (error) => end(error.message));
    // Not "close", because child processes may keep its output open for longer.
    child.once("close", () => log.end());
    child.once("exit", (code, signal) => end(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const works = async () => ready(said);
  const isReady = (async () => {
    while (!isOver) {
      const done = await works().then(
        () => true,
        () => false,
      );
      if (done) return;
      await sleep(LOOK_EVERY_MS);
    }
    await new Promise(() => {});
  })();
  return {
    // Each boot command execs the next one, so this is the program's own pid.
    pid: child.pid,
    ready: isReady,
    gone,
    signal: (name) => void child.kill(name),
  };
}

/** Returns the last lines of a machine's logs, to help understand a failure. */
export async function lastLines(machine: Machine, program: string, lines = 20): Promise<string> {
  const text = await readFile(path.join(machine.folder, `${program}.log`), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-lines).join("\n");
}
