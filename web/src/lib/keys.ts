// Decides what a key press means: which command it runs, or why none. Pure; `commands.tsx` listens.

/** The parts of a command that matter for key handling. */
export type Bound = {
  keys?: string;
  /** Whether it is a movement that repeats while its key is held down. */
  held?: boolean;
  /** Whether it makes a decision and must wait until the previous one is saved. */
  decides?: boolean;
};

export type Press = { key: string; mod: boolean; repeat: boolean; capsLock: boolean };

/** State of the page when a key is pressed. */
export type Moment = {
  /** Whether the focus is in a field. */
  typing: boolean;
  /** Whether a dialog or a menu is open, opening or closing. */
  covered: boolean;
  /** Whether a decision is being saved. */
  deciding: boolean;
  /** The key pressed just before, if it may start a sequence. */
  before: string | null;
};

export type Reading<C> = {
  command?: C;
  /** Whether to prevent the browser's default action. */
  keep?: boolean;
  /** The first key of a sequence such as "g r". */
  before?: string;
  /** Whether it would be a command without Caps Lock. */
  capsLock?: boolean;
};

/** Marks elements that cover the page and handle keys themselves. A closing element keeps it until it is gone. */
export const COVER = { "data-cover": "" } as const;
export const COVERS = "[data-cover]:not([hidden])";

/** Marks a button that changes nothing, which gets the focus in a dialog without fields. */
export const SAFE = { "data-safe": "" } as const;

/** Marks a button that replaces what the person entered in a form by what is stored. */
export const STARTS_OVER = { "data-starts-over": "" } as const;

const isLetter = (key: string): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** Returns the command that a press runs, if any. With Caps Lock, "x" arrives as "X", which is a different command, so letters run nothing. */
export function readPress<C extends Bound>(press: Press, moment: Moment, commands: readonly C[]): Reading<C> {
  const { mod, repeat, capsLock } = press;
  if (moment.typing && !mod) return {};
  const name = mod ? `mod+${press.key.toLowerCase()}` : press.key;
  const both = moment.before === null ? null : `${moment.before} ${name}`;
  const found = commands.find(({ keys }) => keys === both) ?? commands.find(({ keys }) => keys === name);
  const begins = commands.some(({ keys }) => keys?.startsWith(`${name} `));
  // Otherwise the browser would handle "mod+s" with its own dialog.
  if (moment.covered) return mod && found ? { keep: true } : {};
  if (repeat) return found?.held ? { command: found, keep: true } : { keep: found !== undefined };
  if (capsLock && !mod && isLetter(press.key))
    return {
      capsLock: commands.some(({ keys = "" }) => `${keys} `.toLowerCase().startsWith(`${name.toLowerCase()} `)),
    };
  if (found?.decides && moment.deciding) return { keep: true };
  if (found) return { command: found, keep: true };
  return begins ? { before: name } : {};
}
