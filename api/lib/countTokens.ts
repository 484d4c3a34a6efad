// How much of an agent's context a text takes.
import { isTurnDue, nextTurn } from "../../platform/inTurns.ts";

/** The tokenizer takes time by the square of a word's length, and a page of Chinese is one word: it gets short slices. */
const SLICE = 400;

/** Loaded by the first text that needs it: its vocabulary takes a moment and 45 MB. */
const loadTokenizer = () => import("gpt-tokenizer/encoding/cl100k_base");

/** Tokens of the text as `cl100k_base` counts them, and a few more: one that a slice cuts counts twice. In turns. */
export async function countTokens(text: string): Promise<number> {
  const tokenizer = await loadTokenizer();
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    // Marks such as <|endoftext|> in a page's text are text.
    tokens += tokenizer.countTokens(text.slice(at, at + SLICE), { disallowedSpecial: new Set() });
    if (isTurnDue()) await nextTurn();
  }
  return tokens;
}
