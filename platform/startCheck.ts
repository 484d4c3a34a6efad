// A setting that leads nowhere is found out at the start, and named.
import { ConfigError } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { oneLine, truncate } from "../domain/text.ts";
import { withinMs } from "./withinMs.ts";

/** With the time a process takes to load, its end with the variable's name comes within 10 s. */
export const START_CHECK_MS = 8_000;
const MAX_REASON = 200;

export type StartCheck = {
  /** The environment variable that is to blame. */
  variable: string;
  /** A sentence's beginning: "the database at mongo:27017 does not answer". */
  trouble: string;
  /** Which failures the variable is to blame for; all, unless told. */
  blames?(error: unknown): boolean;
  limitMs?: number;
};

/**
 * What the work answers.
 * @throws ConfigError with the variable's name when it fails or takes too long; other failures as they are
 */
export async function startCheck<T>(
  { variable, trouble, blames = () => true, limitMs = START_CHECK_MS }: StartCheck,
  work: Promise<T>,
): Promise<T> {
  const wrong = (why: string) =>
    new ConfigError([
      `${variable}: ${trouble} (${truncate(oneLine(why), MAX_REASON)}). Start it, or correct the setting`,
    ]);
  const named = work.catch((error: unknown) => {
    throw !(error instanceof ConfigError) && blames(error) ? wrong(messageOf(error)) : error;
  });
  return withinMs(limitMs, named, () => {
    throw wrong(`no answer in ${limitMs / 1_000} s`);
  });
}
