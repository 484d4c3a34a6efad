// Rules that would hide a whole page: by their selector alone, and by what they cover of a picture.

/** From this share of a picture on a rule is worth a warning. */
export const MOST_OF_A_PICTURE = 0.5;
/** From this share on nothing is left to compare. */
export const ALL_OF_A_PICTURE = 0.999;

const WHOLE = new Set([
  "*",
  "html",
  "body",
  ":root",
  "html body",
  "html > body",
  "html>body",
  "body *",
  "html *",
  ":root *",
]);

/** Whether the selector, or one of its list, names the whole of any page. */
export const namesWholePage = (selector: string): boolean =>
  selector.split(",").some((one) => WHOLE.has(one.trim().toLowerCase().replace(/\s+/g, " ")));

export const percentWords = (share: number): string => `${Math.round(share * 100)} %`;
