// Takes secrets from the files that the environment names.
import { readFileSync } from "node:fs";
import { ConfigError } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { fileVariable, SECRET_VARIABLES } from "../domain/secretFiles.ts";

/**
 * Puts the content of each file into the variable that it is for, and removes the variable that named it, so that processes
 * started from here read no file again. Throws ConfigError for a file that cannot be read, and where both variables are set.
 */
export function takeSecretFiles(env: NodeJS.ProcessEnv): void {
  const problems: string[] = [];
  for (const name of SECRET_VARIABLES) {
    const by = fileVariable(name);
    const file = env[by];
    if (!file) continue;
    if (env[name]) {
      problems.push(`${name} and ${by} are both set: set one of them`);
      continue;
    }
    try {
      env[name] = readFileSync(file, "utf8").trim();
      delete env[by];
    } catch (error) {
      problems.push(`${by} cannot be read: ${messageOf(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
}
