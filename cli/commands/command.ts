// Declares the commands of `plumbline`: one object per command, one file each.

import { type ClientExit, wrongUse } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import type { ClientSettings } from "../client/settings.ts";
import type { Output } from "../output.ts";
import { optionWord } from "../terminal.ts";

/** `flags`: `--name` or `--name <value>`, in commander's syntax. `many`: may be given several times. */
export type OptionDeclaration = { flags: string; description: string; many?: true };
export type Options = Readonly<Record<string, string | boolean | string[] | undefined>>;

export type CommandUse = {
  args: string[];
  options: Options;
  out: Output;
  settings: ClientSettings;
  service: Service;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
};

export type CommandDeclaration = {
  name: string;
  summary: string;
  /** Arguments in commander's syntax: `<runId>`, `[type...]`. */
  args?: string;
  /** An option with the flags of a shared one replaces it. */
  options?: readonly OptionDeclaration[];
  /** A working command line. */
  example: string;
  run(use: CommandUse): Promise<ClientExit>;
};

/** Returns the text of an option; undefined if it was not given. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
/** Returns the pull request that `--pr` names. Throws ClientError (2) if it is not a number: without it, another subject would be judged. */
export function pullRequestOf(options: Options): number | undefined {
  const pr = textOf(options, "pr");
  if (pr !== undefined && !/^[1-9]\d*$/.test(pr)) throw wrongUse(`--pr takes a number, not "${pr}".`);
  return pr === undefined ? undefined : Number(pr);
}
/** Returns the given options as words for a further command. */
export const givenWords = (options: Options, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = textOf(options, name);
    return value === undefined ? [] : [optionWord(name, value)];
  });
/** Returns the texts of an option that may be given several times. */
export function textsOf(options: Options, name: string): string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value : undefined;
}
/** The same for words that contain no commas, which may also be given as a comma-separated list. */
export const wordsOf = (options: Options, name: string): string[] | undefined =>
  textsOf(options, name)?.flatMap((one) => one.split(",").filter(Boolean));
