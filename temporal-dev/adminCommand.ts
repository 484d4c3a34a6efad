// Runs the admin command against a running service, as a person would.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const execute = promisify(execFile);
const ADMIN = fileURLToPath(new URL("../cli/admin.ts", import.meta.url));

/** Returns what the command printed. `stdin`: its input. Rejects with its stderr output. */
export async function admin(
  dataDir: string,
  args: string[],
  env: NodeJS.ProcessEnv = process.env,
  stdin = "",
): Promise<string> {
  try {
    const running = execute(process.execPath, ["--disable-warning=ExperimentalWarning", ADMIN, ...args], {
      env: { ...env, SVC_DATA_DIR: dataDir },
    });
    running.child.stdin?.end(stdin);
    const { stdout } = await running;
    return stdout.trim();
  } catch (error) {
    const said = typeof error === "object" && error !== null && "stderr" in error ? String(error.stderr).trim() : "";
    throw new Error(said === "" ? `The admin command failed: ${args.slice(0, 2).join(" ")}` : said);
  }
}
