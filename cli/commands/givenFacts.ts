// What is known of the commit under test: from CI or git, or as the command says.
import { type CiFacts, readFacts } from "../client/facts.ts";
import { type CommandUse, textOf } from "./command.ts";

/** `--branch` and `--commit` go before what CI and git say. */
export async function givenFacts({ options, env, cwd }: Pick<CommandUse, "options" | "env" | "cwd">): Promise<CiFacts> {
  const facts = await readFacts(env, cwd);
  const [branch, commit] = [textOf(options, "branch"), textOf(options, "commit")];
  if (branch) facts.branch = branch;
  if (commit) facts.commitSha = commit;
  return facts;
}
