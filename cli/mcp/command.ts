// `plumbline mcp`: the tools of a running Plumbline, for agents that start their servers themselves and use stdio.
import { createRequire } from "node:module";
import type { Command } from "commander";
import { TOOL_PROFILES, type ToolProfile } from "../../domain/toolProfiles.ts";
import { CliError, EXIT } from "../exit.ts";
import { createHttpBackend } from "./httpBackend.ts";

const DEFAULT_URL = "http://127.0.0.1:4400";

const HELP = `
Environment:
  SVC_API_KEY          the key; mcp_read can read, changes need mcp_full
  SVC_URL              address of the service (${DEFAULT_URL})
  SVC_DEFAULT_PROJECT  default project if neither the call nor the key names one
  SVC_TOOL_PROFILE     listed tools: qa (default), full or core; all can be called

stdout carries only the protocol; notes go to stderr.`;

export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve the tools of a running Plumbline over stdio (Model Context Protocol)")
    .addHelpText("after", HELP)
    .action(() => serve(process.env));
}

/** Resolves when the client has disconnected. Throws CliError for unusable settings. */
async function serve(env: Record<string, string | undefined>): Promise<void> {
  const settings = readSettings(env);
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  // Imported late because the protocol takes longer to load than all other commands together.
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../mcp/server.ts"),
  ]);
  const backend = createHttpBackend(settings);
  // A pipe emits "close" when it ends; a file as stdin emits only "end".
  const closed = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) process.stdin.once(event, resolve);
  });
  const handle = serveStdio(() => createMcpServer(backend, { version, profile: settings.profile }), {
    onerror: (error) => process.stderr.write(`plumbline mcp: ${error.message}\n`),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.stdin.destroy());
  process.stderr.write(`plumbline mcp: serving the tools of ${settings.url}\n`);
  await closed;
  await handle.close();
}

function readSettings(env: Record<string, string | undefined>) {
  const wrong = (message: string) => new CliError(EXIT.usage, "configuration", message);
  const { SVC_API_KEY: apiKey, SVC_URL: url = DEFAULT_URL, SVC_DEFAULT_PROJECT, SVC_TOOL_PROFILE = "qa" } = env;
  if (!apiKey) throw wrong("SVC_API_KEY is not set: `npm run -s admin -- keys create` creates a key.");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrong(`SVC_URL must be an http or https address, not "${url}".`);
  const profile = TOOL_PROFILES.find((one) => one === SVC_TOOL_PROFILE);
  if (!profile) throw wrong(`SVC_TOOL_PROFILE must be one of ${TOOL_PROFILES.join(", ")}, not "${SVC_TOOL_PROFILE}".`);
  return { apiKey, url, profile: profile as ToolProfile, defaultProject: SVC_DEFAULT_PROJECT || null };
}
