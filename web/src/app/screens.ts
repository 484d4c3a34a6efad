// Collects the screens of all features from their files.
import type { FirstQueries, Screen } from "../lib/screen.ts";

const found = import.meta.glob<{ screens: readonly Screen[] }>("../features/*/screens.ts", { eager: true });

/** All screens, in file order. */
export const SCREENS: readonly Screen[] = Object.values(found).flatMap(({ screens }) => screens);

const firsts = import.meta.glob<{ first: FirstQueries }>("../features/*/first.ts", { eager: true });

/** First query of each screen, by path. */
export const FIRST: FirstQueries = Object.assign({}, ...Object.values(firsts).map(({ first }) => first));
