// What a press of a key means: which command it runs, or why it runs none. Pure; `commands.tsx` listens.

/** What the rules need to know of a command. */
export type Bound = {
  keys?: string;
  /** Pure movement, which goes on while its key is held. */
  held?: boolean;
  /** Decides something: waits until the decision before is answered. */
  decides?: boolean;
};

export type Press = { key: string; mod: boolean; repeat: boolean; capsLock: boolean };

/** How the page stands when a key is pressed. */
export type Moment = {
  /** The focus is in a field. */
  typing: boolean;
  /** A dialog or a menu is open, opening or closing. */
  covered: boolean;
  /** A decision is on its way to the service. */
  deciding: boolean;
  /** The key pressed just before, where a command may begin with it. */
  before: string | null;
};

export type Reading<C> = {
  command?: C;
  /** The browser does nothing of its own with the press. */
  keep?: boolean;
  /** The first key of "g r". */
  before?: string;
  /** It would be a command without Caps Lock. */
  capsLock?: boolean;
};

/** On what covers the page: its keys are its own. What is closing keeps it until it is gone. */
export const COVER = { "data-cover": "" } as const;
export const COVERS = "[data-cover]:not([hidden])";

/** On a button that changes nothing: a dialog without a field begins there. */
export const SAFE = { "data-safe": "" } as const;

const isLetter = (key: string): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** Which command a press runs, if any. With Caps Lock "x" arrives as "X", which is another command: letters then run none. */
export function readPress<C extends Bound>(press: Press, moment: Moment, commands: readonly C[]): Reading<C> {
  const { mod, repeat, capsLock } = press;
  if (moment.typing && !mod) return {};
  const name = mod ? `mod+${press.key.toLowerCase()}` : press.key;
  const both = moment.before === null ? null : `${moment.before} ${name}`;
  const found = commands.find(({ keys }) => keys === both) ?? commands.find(({ keys }) => keys === name);
  const begins = commands.some(({ keys }) => keys?.startsWith(`${name} `));
  // The browser would answer "mod+s" with a dialog of its own.
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
