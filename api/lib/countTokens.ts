// Estimates how much of an agent's context a text takes up.
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";

/**
 * Size of the slices to tokenize. The tokenizer's time grows with the square of a word's length, and a page of Chinese text is one word,
 * so texts are cut into short slices.
 */
const SLICE = 400;

/** Loaded for the first text that needs it: the vocabulary takes a moment to load and 45 MB of memory. */
const loadTokenizer = () => import("gpt-tokenizer/encoding/cl100k_base");

/** Counts the tokens of the text as `cl100k_base`, and slightly more: tokens cut by a slice count twice. Yields to the event loop regularly. */
export async function countTokens(text: string): Promise<number> {
  const tokenizer = await loadTokenizer();
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    // Markers such as <|endoftext|> in a page's text are treated as ordinary text.
    tokens += tokenizer.countTokens(text.slice(at, at + SLICE), { disallowedSpecial: new Set() });
    if (isTurnDue()) await nextTurn();
  }
  return tokens;
}
