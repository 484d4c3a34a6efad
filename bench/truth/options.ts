// Command line options of the truth benchmark.
import { availableParallelism } from "node:os";
import { BROWSERS, DEFAULT_VIEWPORTS, VIEWPORT_NAMES } from "../../domain/visual/shot.ts";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import type { Place } from "./measure.ts";

export type TruthOptions = {
  /** Number of captures of each unchanged page. */
  rounds: number;
  /** Number of busy processes running at the same time. */
  burners: number;
  /** Whether the site delays every response, like a server under load. */
  slow: boolean;
  places: Place[];
  /** Names of pages, or "calm" or "restless"; [] for all. */
  only: string[];
  /** Number of screenshots captured at the same time. */
  lanes: number;
};

/** Busy processes with `--load`. */
const SOME = 2;
/** Busy processes per pair of cores with `--loaded`: the number waiting for a core would keep four such machines busy. */
const PER_PAIR = 8;

/**
 * `[rounds] [--load | --loaded] [--lanes n] [--only word,…]`. Words are browsers, viewports, "calm", "restless" and names of pages.
 * `--loaded`: 8 busy processes per pair of cores, and slow responses.
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
