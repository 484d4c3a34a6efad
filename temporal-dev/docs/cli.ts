// Generates docs/cli.md from the command declarations.
import { writeFile } from "node:fs/promises";
import { loadCommands } from "../../cli/commands/index.ts";
import { commandReference } from "../../cli/commands/reference.ts";

export async function write(): Promise<string> {
  const commands = await loadCommands();
  await writeFile(new URL("../../docs/cli.md", import.meta.url), commandReference(commands));
  return `${commands.length} commands`;
}
