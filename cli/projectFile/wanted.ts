// What plumbline.yml wants, as `plan` and `apply` send it.
import { type CommandUse, textOf } from "../commands/command.ts";
import { withContents } from "./below.ts";
import { requireFile } from "./file.ts";
import { valuesFor } from "./values.ts";

export type Wanted = ReturnType<typeof valuesFor> & { config: Awaited<ReturnType<typeof withContents>>["config"] };

/** The file with the contents of those that it names, and the values of the variables that it names. */
export async function readWanted({ options, cwd, env }: Pick<CommandUse, "options" | "cwd" | "env">): Promise<Wanted> {
  const opened = await requireFile(cwd, textOf(options, "file"));
  const { config } = await withContents(opened.config, opened.folder);
  return { config, ...valuesFor(config, env) };
}
