// Which topic a question is about: rules that are sure, words it shares with example questions, and closeness of meaning.

export type Askable = {
  id: string;
  /** Questions as people ask them. */
  asks: readonly string[];
  /** Of a question that fits one of them the topic is sure. */
  sure?: readonly RegExp[];
  /** A question that fits it is about something else. */
  not?: RegExp;
  /** Where a rule of it is sure it comes before all others. */
  before?: true;
};

export type Choice<T> = { topic: T; score: number; by: "rule" | "meaning" | "words" };

/** Weights and bars, set on the questions of test/api/coach/. A rule outweighs any closeness. */
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

/** Words without those that every question has, and without the commonest endings. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP.has(word)).map((word) => word.replace(/(?<=\w{3})(ing|ed|es|s)$/, "")));
}

/** 0 to 1: shared words over the mean number of words. */
function sharedWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  return [...a].filter((word) => b.has(word)).length / Math.sqrt(a.size * b.size);
}

/**
 * The topic that fits best, or null where none does. `closeness`: of the question to an example, -1 to 1; without it words alone
 * decide. Of equals the first of the table.
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
