// Detects rules that would hide a whole page: by their selector alone, and by how much of a screenshot they cover.

/** Share of a screenshot from which a rule causes a warning. */
export const WARNING_SHARE = 0.5;
/** Share of a screenshot from which nothing is left to compare. */
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

/** Whether the selector, or one in its list, matches the whole of any page. */
export const namesWholePage = (selector: string): boolean =>
  selector.split(",").some((one) => WHOLE.has(one.trim().toLowerCase().replace(/\s+/g, " ")));

export const percentWords = (share: number): string => `${Math.round(share * 100)} %`;
