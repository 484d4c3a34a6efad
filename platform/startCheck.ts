// Detects an unusable setting at the start, and names it.
import { ConfigError } from "../domain/config.ts";
import { messageOf } from "../domain/errors.ts";
import { oneLine, truncate } from "../domain/text.ts";
import { withinMs } from "./withinMs.ts";

/** Including the time a process takes to load, it exits with the variable's name within 10 s. */
export const START_CHECK_MS = 8_000;
const MAX_REASON = 200;

export type StartCheck = {
  /** The environment variable that causes the problem. */
  variable: string;
  /** The beginning of a sentence: "the database at mongo:27017 does not answer". */
  trouble: string;
  /** Whether the variable is the cause of a failure; by default of all failures. */
  blames?(error: unknown): boolean;
  limitMs?: number;
};

/**
 * Returns the result of the work.
 * @throws ConfigError with the variable's name if the work fails or takes too long; other failures are passed on
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
