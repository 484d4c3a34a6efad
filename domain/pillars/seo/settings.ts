import type { Settings } from "../settings.ts";

/** None of its own. */
export const settings = {} as const satisfies Settings;
