// How a result is distinguished from the others of its scenario: "desktop, dark, chromium".
import { given } from "../given.ts";

/** `mode` missing: without one. */
export type View = { viewport: string; browser: string; mode?: string };

export const viewWords = ({ viewport, mode, browser }: View): string =>
  [viewport, ...(mode === undefined ? [] : [mode]), browser].join(", ");

/** The mode for an answer: no field where there is none, as before there were modes. */
export const modeField = ({ mode }: Pick<View, "mode">): Pick<View, "mode"> => given({ mode });
