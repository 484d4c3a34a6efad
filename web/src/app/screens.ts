// Every feature's screens, found by their files.
import type { FirstQueries, Screen } from "../lib/screen.ts";

const found = import.meta.glob<{ screens: readonly Screen[] }>("../features/*/screens.ts", { eager: true });

/** All screens, in the order of their files. */
export const SCREENS: readonly Screen[] = Object.values(found).flatMap(({ screens }) => screens);

const firsts = import.meta.glob<{ first: FirstQueries }>("../features/*/first.ts", { eager: true });

/** What screens show first, by their paths. */
export const FIRST: FirstQueries = Object.assign({}, ...Object.values(firsts).map(({ first }) => first));
