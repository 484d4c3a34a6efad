// Chooses the topic of a question, by rules that are certain, by words shared with example questions, and by similarity of meaning.

export type Askable = {
  id: string;
  /** Example questions as people ask them. */
  asks: readonly string[];
  /** A question that matches one of them certainly has this topic. */
  sure?: readonly RegExp[];
  /** A question that matches it has another topic. */
  not?: RegExp;
  /** If one of its `sure` rules matches, the topic takes precedence over all others. */
  before?: true;
};

export type Choice<T> = { topic: T; score: number; by: "rule" | "meaning" | "words" };

/** Weights and thresholds, tuned on the questions in test/api/coach/. A rule outweighs any similarity. */
export const CHOOSE = {
  rule: 1,
  withMeaning: { meaning: 0.75, words: 0.25, bar: 0.5 },
  wordsOnly: { meaning: 0, words: 1, bar: 0.55 },
} as const;

const STOP = new Set(
  "a an and any are at be been by can did do does for from had has have how i in is it its me my of on or our please show so tell that the their there these they this to us was we were what when where which who why will with you your".split(
    " ",
  ),
);

/** Returns the words of a text without stop words and without the most common endings. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map((word) => word.replace(/(?<=\w{3})(ing|ed|es|s)$/, "")));
}

/** Returns a similarity from 0 to 1: the number of shared words divided by the geometric mean of the numbers of words. */
function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return [...a].filter((word) => b.has(word)).length / Math.sqrt(a.size * b.size);
}

/**
 * Returns the best topic, or null if none fits. `closeness`: similarity of the question to an example, -1 to 1; without it only words
 * count. Of equally good topics, the first in the table wins.
 */
export function chooseTopic<T extends Askable>(
  message: string,
  topics: readonly T[],
  closeness?: (example: string) => number,
): Choice<T> | null {
  const text = message.toLowerCase();
  const open = topics.filter(({ not }) => !not?.test(text));
  const weights = closeness ? CHOOSE.withMeaning : CHOOSE.wordsOnly;
  const stems = stemsOf(message);
  let best: Choice<T> | null = null;
  for (const topic of open) {
    const sure = topic.sure?.some((rule) => rule.test(text)) ?? false;
    const alike = Math.max(
      ...topic.asks.map(
        (ask) => weights.meaning * (closeness?.(ask) ?? 0) + weights.words * sharedWords(stems, stemsOf(ask)),
      ),
    );
    if (!sure && alike < weights.bar) continue;
    const score = alike + (sure ? CHOOSE.rule : 0) + (sure && topic.before ? CHOOSE.rule : 0);
    if (best === null || score > best.score)
      best = { topic, score, by: sure ? "rule" : closeness ? "meaning" : "words" };
  }
  return best;
}
