// Presses keys like a person: waits for both key down and key up.
import type { Visit } from "../../../browsers/page/visit.ts";
import type { KeyChord } from "../../../domain/pillars/a11y/keyChords.ts";

type Key = Omit<KeyChord, "label"> & { text?: string };

export const KEYS = {
  Tab: { key: "Tab", code: "Tab", keyCode: 9, modifiers: 0 },
  "Shift+Tab": { key: "Tab", code: "Tab", keyCode: 9, modifiers: 8 },
  Escape: { key: "Escape", code: "Escape", keyCode: 27, modifiers: 0 },
  Enter: { key: "Enter", code: "Enter", keyCode: 13, modifiers: 0, text: "\r" },
} as const satisfies Record<string, Key>;

/** Resolves when the page has handled both; some pages draw focus rings on key up. */
export async function pressKey({ lease }: Visit, { key, code, keyCode, modifiers, text }: Key): Promise<void> {
  const session = lease.cdp?.session;
  if (session === undefined) throw new Error("The walk by keyboard needs Chromium.");
  const about = { key, code, windowsVirtualKeyCode: keyCode, modifiers };
  await Promise.all([
    session.send(
      "Input.dispatchKeyEvent",
      text === undefined ? { type: "rawKeyDown", ...about } : { type: "keyDown", text, ...about },
    ),
    session.send("Input.dispatchKeyEvent", { type: "keyUp", ...about }),
  ]);
}
