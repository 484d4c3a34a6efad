// Reads plumbline.yml as `plan` and `apply` send it.
import { type CommandUse, type OptionDeclaration, textOf } from "../commands/command.ts";
import { withContents } from "./below.ts";
import { FILE_NAME, requireFile } from "./file.ts";
import type { Sending } from "./send.ts";
import { valuesFor } from "./values.ts";

export type Wanted = Required<Pick<Sending, "config" | "values">> &
  Pick<Sending, "branch" | "origin"> & { missing: string[] };

export const BRANCH_OPTION: OptionDeclaration = {
  flags: "--branch <name>",
  description: "the file's branch; what it adds is for its runs only (CI: the job's)",
};

/** Returns the file with the contents of the files and the values of the variables that it refers to, and the job's branch. */
export async function readWanted({ options, cwd, env }: Pick<CommandUse, "options" | "cwd" | "env">): Promise<Wanted> {
  const name = textOf(options, "file");
  const { config: own, folder, text, document } = await requireFile(cwd, name);
  const { config, places } = await withContents(own, folder);
  const origin = { name: name ?? FILE_NAME, text, document, places, cwd };
  return {
    config,
    ...valuesFor(config, env),
    branch: textOf(options, "branch") ?? (await jobsBranch(env, cwd)),
    origin,
  };
}

/** Returns the branch in CI only; elsewhere, a person decides for the project, whatever is checked out. */
async function jobsBranch(env: CommandUse["env"], cwd: string): Promise<string | undefined> {
  if (!env.CI) return undefined;
  const { readFacts } = await import("../client/facts.ts");
  const { ciProvider, branch } = await readFacts(env, cwd);
  return ciProvider === undefined ? undefined : branch;
}
