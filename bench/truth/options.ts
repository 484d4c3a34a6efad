// What the command line of the truth bench may say.
import { availableParallelism } from "node:os";
import { BROWSERS, DEFAULT_VIEWPORTS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import type { Place } from "./measure.ts";

export type TruthOptions = {
  /** Captures of each unchanged page. */
  rounds: number;
  /** Busy processes beside. */
  burners: number;
  /** Every answer of the site takes its time, as of a server under load. */
  slow: boolean;
  places: Place[];
  /** Names of pages, or "calm" or "restless"; [] for all. */
  only: string[];
  /** Shots at once. */
  lanes: number;
};

/** Of `--load`. */
const SOME = 2;
/** Of `--loaded`, for each pair of cores: as many wait for a core as would keep four such machines busy. */
const PER_PAIR = 8;

/**
 * `[rounds] [--load | --loaded] [--lanes n] [--only word,…]`: words are browsers, viewports, "calm", "restless" and names of pages.
 * `--loaded`: a load of 8 for each pair of cores, and slow answers.
 */
export function truthOptions(args: readonly string[]): TruthOptions {
  const given = (name: string): string | undefined => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args[at + 1];
  };
  const words = (given("--only") ?? "").split(",").filter(Boolean);
  const loaded = args.includes("--loaded");
  const browsers = BROWSERS.filter((name) => name !== "webkit");
  const chosenBrowsers = browsers.filter((name) => words.includes(name));
  const chosenViewports = VIEWPORT_NAMES.filter((name) => words.includes(name));
  const known: readonly string[] = [...browsers, ...VIEWPORT_NAMES];
  const places = (chosenBrowsers.length > 0 ? chosenBrowsers : browsers).flatMap((browser) =>
    (chosenViewports.length > 0 ? chosenViewports : VIEWPORT_NAMES).map((name) => ({
      browser,
      viewport: DEFAULT_VIEWPORTS[name],
    })),
  );
  return {
    rounds: Math.max(1, Math.floor(Number(args[0])) || 1),
    burners: loaded ? PER_PAIR * Math.ceil(availableParallelism() / 2) : args.includes("--load") ? SOME : 0,
    slow: loaded,
    places,
    only: words.filter((word) => !known.includes(word)),
    lanes: Math.max(1, Math.floor(Number(given("--lanes"))) || defaultBrowserSlots()),
  };
}
