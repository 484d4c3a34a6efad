// `plumbline mcp`: the tools of a running Plumbline, for agents that start their servers themselves and use stdio.
import { createRequire } from "node:module";
import type { Command } from "commander";
import { TOOL_PROFILES } from "../../domain/toolProfiles.ts";
import { wrongUse } from "../client/exit.ts";
import { NO_KEY } from "../client/service.ts";
import { DEFAULT_URL, settingsIn } from "../client/settings.ts";
import { createHttpBackend } from "./httpBackend.ts";

const HELP = `
Environment, which overrides what "plumbline login" stored:
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

/** Resolves when the client has disconnected. Throws ClientError (2) for unusable settings. */
async function serve(env: Record<string, string | undefined>): Promise<void> {
  const { url, apiKey, project } = await settingsIn(process.cwd(), {}, env);
  if (apiKey === null) throw wrongUse(NO_KEY);
  const { SVC_TOOL_PROFILE = "qa" } = env;
  const profile = TOOL_PROFILES.find((one) => one === SVC_TOOL_PROFILE);
  if (!profile)
    throw wrongUse(`SVC_TOOL_PROFILE must be one of ${TOOL_PROFILES.join(", ")}, not "${SVC_TOOL_PROFILE}".`);
  const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };
  // Imported late because the protocol takes longer to load than all other commands together.
  const [{ serveStdio }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("../../mcp/server.ts"),
  ]);
  const backend = createHttpBackend({ url, apiKey, defaultProject: project });
  // A pipe emits "close" when it ends; a file as stdin emits only "end".
  const closed = new Promise<void>((resolve) => {
    for (const event of ["end", "close"]) process.stdin.once(event, resolve);
  });
  const handle = serveStdio(() => createMcpServer(backend, { version, profile }), {
    onerror: (error) => process.stderr.write(`plumbline mcp: ${error.message}\n`),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.stdin.destroy());
  process.stderr.write(`plumbline mcp: serving the tools of ${url}\n`);
  await closed;
  await handle.close();
}
