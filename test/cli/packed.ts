// The command line as the service serves it: unpacked in another folder, run as a process.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CLIENTS_FOLDER } from "../../api/operations/clientPackages.ts";

const BUILD = path.join(import.meta.dirname, "../../temporal-dev/clients/main.ts");

export type Ran = { exit: number | null; stdout: string; stderr: string };
export type Going = { child: ChildProcess; ended: Promise<Ran>; said(pattern: RegExp): Promise<void> };
export type PackedCli = {
  folder: string;
  /** Path of the packed command. */
  program: string;
  start(args: readonly string[], env?: Record<string, string>, input?: string, cwd?: string): Going;
  run(args: readonly string[], env?: Record<string, string>, input?: string): Promise<Ran>;
  remove(): Promise<void>;
};

/** Builds and unpacks `/cli.tgz`, which contains everything that it loads. */
export async function packCli(): Promise<PackedCli> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-cli-"));
  // Setup keeps packages that were built from earlier sources, so build them again.
  await finished(spawn(process.execPath, [BUILD]));
  await finished(spawn("tar", ["-xzf", path.join(CLIENTS_FOLDER, "cli.tgz")], { cwd: folder }));
  const program = path.join(folder, "package", "dist", "plumbline.js");
  const start: PackedCli["start"] = (args, env = {}, input, cwd = folder) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder, PLUMBLINE_CONFIG_DIR: path.join(folder, "config"), ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    child.stdin?.end(input);
    const ran: Ran = { exit: null, stdout: "", stderr: "" };
    const waits: { pattern: RegExp; resolve(): void }[] = [];
    const heard = () => {
      for (const wait of waits) if (wait.pattern.test(ran.stderr + ran.stdout)) wait.resolve();
    };
    child.stdout?.on("data", (chunk) => {
      ran.stdout += String(chunk);
      heard();
    });
    child.stderr?.on("data", (chunk) => {
      ran.stderr += String(chunk);
      heard();
    });
    const ended = once(child, "close").then(([exit]) => ({ ...ran, exit: exit as number | null }));
    const said = (pattern: RegExp) =>
      Promise.race([
        new Promise<void>((resolve) => {
          waits.push({ pattern, resolve });
          heard();
        }),
        ended.then(({ stdout, stderr }) => {
          if (!pattern.test(stderr + stdout)) throw new Error(`it ended without ${pattern}:\n${stdout}\n${stderr}`);
        }),
      ]);
    return { child, ended, said };
  };
  return {
    folder,
    program,
    start,
    run: (args, env, input) => start(args, env, input).ended,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function finished(child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${said}`);
}
