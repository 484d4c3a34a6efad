// Writes docs/cli.md from the declarations of the commands. `npm run -s docs:cli`
import { writeFile } from "node:fs/promises";
import { COMMANDS } from "../cli/commands/index.ts";
import { commandReference } from "../cli/commands/reference.ts";

await writeFile(new URL("../docs/cli.md", import.meta.url), commandReference(COMMANDS));
process.stdout.write(`${COMMANDS.length} commands written down.\n`);
