// Ranks stored texts by how well they match a query, by words and meaning, with the reasons.
import { contrary, sidesOf } from "./contraries.ts";
import { cosine } from "./embedder.ts";
import { unify, withoutComplaints } from "./synonyms.ts";
import { maskValues, trigramsOf, wordsOf } from "./words.ts";

/**
 * Weights of each part, and the thresholds of a match or a possible match. Measured on the table of
 * test/domain/functional/find/: correct results have cosines from .31, unrelated texts reach .42, so neither part decides alone.
 */
export const FIND = {
  withMeaning: { meaning: 0.7, words: 0.2, spelling: 0.1, match: 0.55, maybe: 0.27 },
  wordsOnly: { meaning: 0, words: 0.75, spelling: 0.25, match: 0.6, maybe: 0.18 },
  /** Score from which a match tests the same thing, so that no second scenario is written for it. */
  existing: 0.62,
  /** Score if title and query have the same words after unifying synonyms. */
  sameWords: 0.95,
  /** Minimum similarity of meaning for a match, however many words agree. */
  leastMeaning: 0.5,
  /** Weight of the title's meaning; the rest is that of the whole text. */
  title: 0.6,
  /** Factor on the score if the texts have opposite meanings. */
  contrary: 0.6,
} as const;

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

export const BANDS = ["match", "maybe", "none"] as const;
export type Band = (typeof BANDS)[number];

/** `title`: one line; `text`: everything, including the title. */
export type Findable = { id: string; title: string; text: string };

export type Found = {
  id: string;
  /** 0 to 1. */
  score: number;
  band: Band;
  why: {
    /** Words of the query that the text also contains, the rarest first. */
    words: string[];
    /** Similarity of meaning, -1 to 1; null if not compared. */
    meaning: number | null;
    /** A pair of opposites that distinguishes the texts, such as `add / remove`. */
    contrary: string | null;
  };
};

/** The parts of an item that are compared, computed once so that a query can be compared with thousands of items in milliseconds. */
export type Prepared = {
  id: string;
  /** Title with unified synonyms and without values. Vectors are computed from `title` and `text`. */
  title: string;
  text: string;
  counts: Map<string, number>;
  length: number;
  /** The distinct words of the title, sorted. */
  titleWords: string;
  trigrams: Set<string>;
  sides: boolean[][];
};

/** Maximum number of characters of a text that are compared. */
const MAX_CHARACTERS = 4_000;
const plainText = (text: string): string => unify(maskValues(text.slice(0, MAX_CHARACTERS)));

/** Returns the query text from which the vector is computed. */
export const askedText = (query: string): string => withoutComplaints(plainText(query));

export function prepare({ id, title, text }: Findable): Prepared {
  const [plainTitle, plain] = [plainText(title), plainText(text)];
  const { stems } = wordsOf(plain);
  const counts = new Map<string, number>();
  for (const word of stems) counts.set(word, (counts.get(word) ?? 0) + 1);
  const { stems: ofTitle } = wordsOf(plainTitle);
  const trigrams = trigramsOf(ofTitle);
  const titleWords = sortedOnce(ofTitle);
  return {
    id,
    title: plainTitle,
    text: plain,
    counts,
    length: stems.length,
    titleWords,
    trigrams,
    sides: sidesOf(title),
  };
}

const sortedOnce = (words: readonly string[]): string => [...new Set(words)].sort().join(" ");

/** Compares one query with items in two passes, so that the caller can yield in between. */
export type Ranking = {
  /** First pass over all items: counts how rare the query's words are. */
  count(document: Prepared): void;
  score(document: Prepared): Found;
};

/** `vectors`: vectors of length 1 by text. Without the query's vector, only words count. */
export function ranking(query: string, vectors: ReadonlyMap<string, Float32Array>): Ranking {
  const asked = wordsOf(askedText(query));
  const askedOnce = [...new Set(asked.stems)];
  const askedTrigrams = trigramsOf(askedOnce);
  const askedSides = sidesOf(query);
  const askedWords = sortedOnce(asked.stems);
  const queryVector = vectors.get(askedText(query));
  const having = new Map(askedOnce.map((word) => [word, 0]));
  let documents = 0;
  let words = 0;
  /** Computed after all items are counted. */
  let known: { average: number; rarity: Map<string, number>; best: number } | undefined;
  const rare = () => {
    if (known) return known;
    const rarity = new Map(
      askedOnce.map((word) => {
        const times = having.get(word) ?? 0;
        return [word, Math.log(1 + (documents - times + 0.5) / (times + 0.5))];
      }),
    );
    const best = [...rarity.values()].reduce((sum, one) => sum + one * (K1 + 1), 0);
    known = { average: words / Math.max(1, documents), rarity, best };
    return known;
  };
  return {
    count({ counts, length }) {
      documents += 1;
      words += length;
      for (const word of askedOnce) if (counts.has(word)) having.set(word, (having.get(word) ?? 0) + 1);
    },
    score({ id, title, text, counts, length, titleWords, trigrams, sides }) {
      const { average, rarity, best } = rare();
      const shared = askedOnce.filter((word) => counts.has(word));
      const bm25 = shared.reduce((sum, word) => {
        const times = counts.get(word) ?? 0;
        return (
          sum + ((rarity.get(word) ?? 0) * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length) / (average || 1)))
        );
      }, 0);
      const byWords = best > 0 ? Math.min(1, bm25 / best) : 0;
      const spelling = dice(askedTrigrams, trigrams);
      const meaning = queryVector ? meaningOf(queryVector, vectors.get(title), vectors.get(text)) : null;
      const opposite = contrary(askedSides, sides);
      const weights = meaning === null ? FIND.wordsOnly : FIND.withMeaning;
      const sum = weights.meaning * Math.max(0, meaning ?? 0) + weights.words * byWords + weights.spelling * spelling;
      const same = opposite === null && askedWords !== "" && askedWords === titleWords;
      const score = same ? FIND.sameWords : round(sum * (opposite === null ? 1 : FIND.contrary));
      return {
        id,
        score,
        band: same ? "match" : bandOf(score, meaning, opposite),
        why: {
          words: shared
            .sort((a, b) => (rarity.get(b) ?? 0) - (rarity.get(a) ?? 0))
            .map((word) => asked.written.get(word) ?? word),
          meaning: meaning === null ? null : round(meaning),
          contrary: opposite,
        },
      };
    },
  };
}

/** Sorts by score, best first, and then by id. */
export const byScore = (a: Found, b: Found): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** Ranks all items, best first, without yielding. For up to a few hundred. */
export function rank(
  query: string,
  documents: readonly Prepared[],
  vectors: ReadonlyMap<string, Float32Array>,
): Found[] {
  const { count, score } = ranking(query, vectors);
  for (const document of documents) count(document);
  return documents.map(score).sort(byScore);
}

function bandOf(score: number, meaning: number | null, opposite: string | null): Band {
  const { match, maybe } = meaning === null ? FIND.wordsOnly : FIND.withMeaning;
  if (score >= match && opposite === null && (meaning === null || meaning >= FIND.leastMeaning)) return "match";
  return score >= maybe ? "maybe" : "none";
}

function meaningOf(query: Float32Array, title?: Float32Array, text?: Float32Array): number | null {
  if (!title || !text) return null;
  const [ofTitle, ofText] = [cosine(query, title), cosine(query, text)];
  return FIND.title * Math.max(ofTitle, ofText) + (1 - FIND.title) * ofText;
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Dice coefficient of two sets of trigrams: 1 if they are equal. */
function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let both = 0;
  for (const three of one) if (other.has(three)) both += 1;
  return (2 * both) / (one.size + other.size);
}
