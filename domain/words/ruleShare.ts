// How much of a page a rule hides, in words: the one sentence of every face.

/** From this share on a rule hides so much that people are warned. */
export const MUCH = 0.3;

export const hidesMuch = (share: number): boolean => share > MUCH;

/** "Hides 34 % of the page". */
export function hidesWords(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "Hides nothing";
  return percent < 1 ? "Hides less than 1 % of the page" : `Hides ${Math.round(percent)} % of the page`;
}
