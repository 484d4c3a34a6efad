// Reads secrets from the files named in the environment.
import { readFileSync } from "node:fs";
import { ConfigError } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { fileVariable, SECRET_VARIABLES } from "../domain/secretFiles.ts";

/**
 * Puts the content of each file into its variable, and removes the variable that named the file, so that child processes do not read the
 * files again. Throws ConfigError if a file cannot be read, or if both variables are set.
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
      const secret = readFileSync(file, "utf8").trim();
      if (secret === "") problems.push(`${by} names an empty file`);
      env[name] = secret;
      delete env[by];
    } catch (error) {
      problems.push(`${by} cannot be read: ${messageOf(error)}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
}
