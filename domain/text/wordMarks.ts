// Recognises a language by words of its own, and puts English words in their place. For texts that are too short for a detector.

/** A pattern of one or several words, and what stands for it. */
export type WordRow = readonly [pattern: string, english: string];

/** The language with the most marks in the text; null: fewer than two, or no more than the text has of English. */
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

/** The rows of each language, compiled when they are first needed. `letters`: what a word does not end at, as in a class of a pattern. */
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
