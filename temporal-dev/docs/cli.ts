// docs/cli.md, from the declarations of the commands.
import { writeFile } from "node:fs/promises";
import { COMMANDS } from "../../cli/commands/index.ts";
import { commandReference } from "../../cli/commands/reference.ts";

export async function write(): Promise<string> {
  await writeFile(new URL("../../docs/cli.md", import.meta.url), commandReference(COMMANDS));
  return `${COMMANDS.length} commands`;
}
