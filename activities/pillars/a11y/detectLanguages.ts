// Detects the languages of texts. The n-gram tables are loaded with the first text, in the calling thread.
import type { DetectedLanguage } from "../../../domain/pillars/a11y/content.ts";

/** Null: too few letters, or no known language. */
export async function detectLanguages(texts: readonly string[]): Promise<(DetectedLanguage | null)[]> {
  const { eld } = await import("eld/extrasmall");
  return texts.map((text) => {
    const found = eld.detect(text);
    const [score = 0, second = 0] = Object.values(found.getScores()).sort((a, b) => b - a);
    return found.language === "" ? null : { language: found.language, score: round(score), second: round(second) };
  });
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
