// Describes how much of a page a rule hides, in the same words everywhere.

/** From this share on, people are warned that a rule hides a lot. */
export const MUCH = 0.3;

export const hidesMuch = (share: number): boolean => share > MUCH;

/** Returns "Hides 34 % of the page". */
export function hidesWords(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "Hides nothing";
  return percent < 1 ? "Hides less than 1 % of the page" : `Hides ${Math.round(percent)} % of the page`;
}
