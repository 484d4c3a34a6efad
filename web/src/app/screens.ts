// Every feature's screens, found by their files.
import type { Screen } from "../lib/screen.ts";

const found = import.meta.glob<{ screens: readonly Screen[] }>("../features/*/screens.ts", { eager: true });

/** All screens, in the order of their files. */
export const SCREENS: readonly Screen[] = Object.values(found).flatMap(({ screens }) => screens);
