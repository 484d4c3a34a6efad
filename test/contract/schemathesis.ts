// A pinned Schemathesis in the cache folder, installed when it is first needed.
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheDir, onPath } from "../../temporal-dev/lib/paths.mjs";

const VERSION = "4.32.5";
const HOOKS = fileURLToPath(new URL("binaryBodies.py", import.meta.url));
/** A run ends on its own in well under a minute on an idle machine. */
const MAX_MS = 840_000;

/** Returns the program, or why it is not available. */
export async function findSchemathesis(): Promise<{ program: string } | { missing: string }> {
  const folder = path.join(cacheDir(), `schemathesis-${VERSION}`);
  const program = path.join(folder, "bin", "schemathesis");
  const complete = path.join(folder, "complete");
  if (existsSync(complete)) return { program };
  const python = onPath("python3");
  if (!python) return { missing: "there is no python3 on the PATH" };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(path.dirname(folder), { recursive: true });
    const run = promisify(execFile);
    await run(python, ["-m", "venv", folder]);
    await run(path.join(folder, "bin", "pip"), ["install", "--quiet", `schemathesis==${VERSION}`], {
      timeout: 240_000,
    });
    await writeFile(complete, "");
    return { program };
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || error);
    return { missing: `schemathesis ${VERSION} cannot be installed: ${said.trim().split("\n").at(-1)}` };
  }
}

/** Runs it without blocking this process, which is the one under test. `output`: what it printed. */
export function runSchemathesis(
  program: string,
  args: string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const env = { ...process.env, NO_COLOR: "1", PYTHONUNBUFFERED: "1", SCHEMATHESIS_HOOKS: HOOKS };
    const child = spawn(program, ["run", ...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const late = setTimeout(() => child.kill("SIGKILL"), MAX_MS);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(late);
      done({ code: code ?? 1, output });
    });
  });
}
