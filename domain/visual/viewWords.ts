// Describes how a result differs from the others of its scenario: "desktop, dark, chromium".
import { given } from "../given.ts";

/** `mode` is missing without a mode. */
export type View = { viewport: string; browser: string; mode?: string };

export const viewWords = ({ viewport, mode, browser }: View): string =>
  [viewport, ...(mode === undefined ? [] : [mode]), browser].join(", ");

/** Returns the mode field of a response. Without a mode there is no field, as before modes existed. */
export const modeField = ({ mode }: Pick<View, "mode">): Pick<View, "mode"> => given({ mode });
