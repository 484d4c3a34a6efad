// Facts about the commit under test: from CI or git, or as given on the command line.
import { type CiFacts, readFacts } from "../client/facts.ts";
import { type CommandUse, textOf } from "./command.ts";

/** `--branch` and `--commit` override what CI and git report. */
export async function givenFacts({ options, env, cwd }: Pick<CommandUse, "options" | "env" | "cwd">): Promise<CiFacts> {
  const facts = await readFacts(env, cwd);
  const [branch, commit] = [textOf(options, "branch"), textOf(options, "commit")];
  if (branch) facts.branch = branch;
  if (commit) facts.commitSha = commit;
  return facts;
}
