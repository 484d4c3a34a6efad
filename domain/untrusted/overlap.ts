// Decides whether a sentence repeats what others wrote.
import { compactForm, plainForm } from "./forms.ts";

/** This many words in a row are no coincidence. */
const ROW = 5;

const wordsOf = (text: string): string[] => plainForm(text).split(/\s+/).map(compactForm).filter(Boolean);

/** Returns whether the text has five words in a row in common with one of the sources. Shorter matches are names that any title may contain. */
export function repeats(text: string, sources: readonly string[]): boolean {
  const line = ` ${wordsOf(text).join(" ")} `;
  return sources.some((source) => {
    const words = wordsOf(source);
    for (let at = 0; at + ROW <= words.length; at += 1)
      if (line.includes(` ${words.slice(at, at + ROW).join(" ")} `)) return true;
    return false;
  });
}
