// Parts of clauses: names, values, and texts in quotes.

const ARTICLE =
  /^(?:(?:the|an?|another|some|any|this|that|these|those|his|her|their|its|my|our|your|new|same|first|only)\s+)+(?=\S)/i;
const PRONOUN =
  /^(?:it|this|that|them|this one|that one|the same|the (?:new )?(?:product|item|article|entry|task|todo))$/i;
const TRAILING =
  /\s+(?:again|now|then|too|also|afterwards|successfully|as well|instead|on (?:the|this) (?:page|site|screen)|there|here|in (?:the|his|her|their) (?:list|basket|cart|table|results?))$/i;

/** Returns every text in quotes. */
export const quotedIn = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, one]) => one ?? "");

/** Removes leading articles and trailing adverbs. */
export const bare = (text: string): string => text.trim().replace(TRAILING, "").replace(ARTICLE, "").trim();

/** Returns the text in quotes, otherwise the words themselves. */
export const textIn = (text: string): string =>
  quotedIn(text)[0] ??
  bare(text).replace(/^(?:(?:text|value|words?|number|name|term|date|address|code)\s+)(?=\S)/i, "");

/** Whether the text can only mean what was named before. */
export const isPronoun = (text: string): boolean => PRONOUN.test(text.trim().replace(TRAILING, ""));

/** Whether the text means any thing of its kind. */
export const isAny = (text: string): boolean =>
  /^(?:an?|any|some|one|the|another|the first|this|that)?\s*(?:(?:single|random|other)\s+)?(?:products?|items?|articles?|things?|goods|something|it|pieces?|books?|one)(?:\s+of\s+(?:the|his|her)\s+choice)?$/i.test(
    text.trim(),
  );

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** The source of a pattern for a whole number, in digits or words. */
export const NUMBER = String.raw`\d{1,4}|${NUMBERS.join("|")}`;
export const numberOf = (word: string): number => NUMBERS.indexOf(word.toLowerCase()) + 1 || Number(word);
