// Finds the keys that a page names as the way out of an element that keeps the keyboard focus, such as "Press Ctrl+M to exit".

/** A key and its modifiers. `modifiers`: bit field of the DevTools protocol. */
export type KeyChord = { label: string; key: string; code: string; keyCode: number; modifiers: number };

const MODIFIERS: readonly [pattern: RegExp, label: string, bit: number][] = [
  [/^(alt|option)$/, "Alt", 1],
  [/^(ctrl|control|strg)$/, "Ctrl", 2],
  [/^(cmd|command|meta)$/, "Cmd", 4],
  [/^(shift|umschalt)$/, "Shift", 8],
];
const NAMED: Readonly<Record<string, [key: string, keyCode: number]>> = {
  esc: ["Escape", 27],
  escape: ["Escape", 27],
  tab: ["Tab", 9],
  enter: ["Enter", 13],
  backspace: ["Backspace", 8],
};
const HELD = "(?:ctrl|control|strg|alt|option|shift|umschalt|cmd|command|meta)";
const LAST = "(?:f\\d{1,2}|esc(?:ape)?|tab|enter|backspace|[a-z0-9])";
const TOGETHER = new RegExp(`\\b(?:${HELD}\\s*[+-]\\s*)+${LAST}(?![a-z0-9])`, "gi");
const ALONE = new RegExp(`(?<![a-z0-9+-])["'“]?(${LAST})["'”]?[\\s-](?:key|taste)\\b`, "gi");
const LEAVES =
  /\b(exit|leave|escape|quit|get out|move (on|out|away)|close|release|stop|unlock|skip|verlass\w*|beend\w*|schlie(ß|ss)\w*|quitter|sortir|fermer|salir|cerrar|uscire|chiud\w*)\b/i;
/** Maximum distance in characters between a key and the word that says what it does. */
const NEAR = 80;
const MAX_CHORDS = 3;

/** Returns up to three keys that lead out of something according to the text. */
export function waysOut(text: string): KeyChord[] {
  const line = text.replace(/\s+/g, " ");
  const named = [...line.matchAll(TOGETHER), ...line.matchAll(ALONE)];
  const found = new Map<string, KeyChord>();
  for (const match of named) {
    const [whole, single] = match;
    const around = `${line.slice(Math.max(0, match.index - NEAR), match.index)} ${line.slice(match.index + whole.length).slice(0, NEAR)}`;
    const chord = LEAVES.test(around) ? chordOf(single ?? whole) : null;
    if (chord !== null && found.size < MAX_CHORDS) found.set(chord.label, chord);
  }
  return [...found.values()];
}

function chordOf(text: string): KeyChord | null {
  const parts = text.toLowerCase().split(/\s*[+-]\s*/);
  const last = parts.pop() ?? "";
  const held = MODIFIERS.filter(([pattern]) => parts.some((part) => pattern.test(part)));
  const base = keyOf(last);
  if (base === null) return null;
  const modifiers = held.reduce((bits, [, , bit]) => bits | bit, 0);
  return { ...base, modifiers, label: [...held.map(([, label]) => label), base.label].join("+") };
}

function keyOf(name: string): Omit<KeyChord, "modifiers"> | null {
  const named = NAMED[name];
  if (named !== undefined) return { label: named[0], key: named[0], code: named[0], keyCode: named[1] };
  const number = /^f(\d{1,2})$/.exec(name)?.[1];
  if (number !== undefined) {
    const key = `F${Number(number)}`;
    return { label: key, key, code: key, keyCode: 111 + Number(number) };
  }
  if (!/^[a-z0-9]$/.test(name)) return null;
  const upper = name.toUpperCase();
  const code = /\d/.test(name) ? `Digit${name}` : `Key${upper}`;
  return { label: upper, key: name, code, keyCode: upper.charCodeAt(0) };
}
