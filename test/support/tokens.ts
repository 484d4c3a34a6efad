// Counts how many tokens a value costs an agent: the maximum of two model families.

import { countTokens as older } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as newer } from "gpt-tokenizer/encoding/o200k_base";

/** The running time of tokenizers is quadratic in the length of a word. */
const SLICE = 4_000;

export function tokensOf(value: unknown): number {
  const text = JSON.stringify(value);
  const options = { disallowedSpecial: new Set<string>() };
  let tokens = 0;
  for (let at = 0; at < text.length; at += SLICE) {
    const slice = text.slice(at, at + SLICE);
    tokens += Math.max(newer(slice, options), older(slice, options));
  }
  return tokens;
}
