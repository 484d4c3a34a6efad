// Rules that would hide a whole page: by their selector alone, and by what they cover of a screenshot.

/** From this share of a screenshot on a rule is worth a warning. */
export const WARNING_SHARE = 0.5;
/** From this share on nothing is left to compare. */
export const WHOLE_SHARE = 0.999;

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
