// How a command of `plumbline` is declared: one object a command, one file each.

import type { ClientExit } from "../client/exit.ts";
import type { Service } from "../client/service.ts";
import type { ClientSettings } from "../client/settings.ts";
import type { Output } from "../output.ts";
import { optionWord } from "../terminal.ts";

/** `flags`: `--name` or `--name <value>`, as commander writes it. `many`: it may be given several times. */
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
  /** Arguments as commander writes them: `<runId>`, `[type...]`. */
  args?: string;
  /** One of them takes the place of a shared option with the same flags. */
  options?: readonly OptionDeclaration[];
  /** A line that works. */
  example: string;
  run(use: CommandUse): Promise<ClientExit>;
};

/** The text of an option; undefined where it was not given. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}
/** Those of the options that were given, as a further command takes them. */
export const givenWords = (options: Options, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = textOf(options, name);
    return value === undefined ? [] : [optionWord(name, value)];
  });
/** The texts of an option that may be given several times. */
export function textsOf(options: Options, name: string): string[] | undefined {
  const value = options[name];
  return Array.isArray(value) ? value : undefined;
}
/** The same of words without commas: they may be given apart by commas too. */
export const wordsOf = (options: Options, name: string): string[] | undefined =>
  textsOf(options, name)?.flatMap((one) => one.split(",").filter(Boolean));
