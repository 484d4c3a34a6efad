// Recognizes a language by its typical words, and replaces known words with English ones. For texts that are too short for a language
// detector.

/** A pattern of one or more words, and its replacement. */
export type WordRow = readonly [pattern: string, english: string];

/** Returns the language with the most marks in the text, or null if there are fewer than two or no more than English marks. */
export function languageByMarks<L extends string>(
  text: string,
  marks: Readonly<Record<L, RegExp>>,
  ofEnglish: RegExp,
): L | null {
  const count = (pattern: RegExp): number => (text.match(pattern) ?? []).length;
  const english = count(ofEnglish);
  const [best] = (Object.keys(marks) as L[])
    .map((language) => ({ language, marks: count(marks[language]) }))
    .sort((a, b) => b.marks - a.marks);
  return best && best.marks >= 2 && best.marks > english ? best.language : null;
}

/**
 * Returns a function for the rows of each language, which are compiled on first use. `letters`: characters that continue a word, as in a
 * character class.
 */
export function wordTables<L extends string>(
  tables: Readonly<Record<L, readonly WordRow[]>>,
  letters: string,
): (language: L) => readonly (readonly [RegExp, string])[] {
  const compiled = new Map<L, readonly (readonly [RegExp, string])[]>();
  return (language) => {
    const known =
      compiled.get(language) ??
      tables[language].map(
        ([pattern, english]) =>
          [new RegExp(`(?<![${letters}])(?:${pattern})(?![${letters}])`, "giu"), english] as const,
      );
    compiled.set(language, known);
    return known;
  };
}
