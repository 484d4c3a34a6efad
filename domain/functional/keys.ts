// Keys that steps press, as Playwright writes them: `Enter`, `Control+A`, `Shift+?`.

export const KEYS = /^(?:(?:Control|Alt|Shift|Meta|ControlOrMeta)\+)*(?:[A-Za-z][A-Za-z0-9]{0,30}|.)$/u;

/** Returns the keys of a combination in the order in which they are pressed. The last one may be `+`. */
export const keysOf = (combination: string): string[] => combination.split(/(?<=.)\+(?=.)/su);
