// Reads conditions about amounts: their currency and composition.
import type { Reading } from "./condition.ts";

const CURRENCY_CODES =
  "EUR|USD|GBP|CHF|JPY|CNY|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|INR|BRL|MXN|ZAR|SGD|HKD|KRW|ILS|AED|SAR|THB|IDR|MYR|PHP|ISK";
const CURRENCY_WORDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\b(?:in\\s+|currency\\s+|the\\s+)*(${CURRENCY_CODES})\\b`, "g"), ""],
  [/\b(?:in\s+)?euros?\b|€/gi, "EUR"],
  [/\b(?:in\s+)?(?:pounds? sterling|british pounds?|pounds)\b|£/gi, "GBP"],
  [/\b(?:in\s+)?swiss francs?\b/gi, "CHF"],
  [/\b(?:in\s+)?(?:us|american|u\.s\.) dollars?\b/gi, "USD"],
  [/\b(?:in\s+)?canadian dollars?\b/gi, "CAD"],
  [/\b(?:in\s+)?australian dollars?\b/gi, "AUD"],
  [/\b(?:in\s+)dollars?\b/gi, "USD|CAD|AUD|NZD|SGD|HKD"],
  [/\b(?:in\s+)(?:yen|japanese yen)\b|¥/gi, "JPY"],
  [/\b(?:in\s+)(?:swedish )?kron(?:or|a)\b/gi, "SEK"],
];

export function readCurrencies(reading: Reading): void {
  for (const [pattern, code] of CURRENCY_WORDS)
    reading.each(pattern, ([, found]) => ({ kind: "currency", wanted: code || (found ?? "") }));
}

const COSTS =
  "(?:vat|tax(?:es)?|gst|shipping(?: costs?)?|delivery(?: costs?| fees?)?|discounts?|fees?|duties|postage|rebates?|deposit|vouchers?|coupons?)";

/** Reads what a value includes or excludes. No recording shows it. */
export function readQualifiers(reading: Reading): void {
  const never = () => ({ kind: "other", wanted: "never" }) as const;
  reading.each(
    new RegExp(
      `\\b(?:(?:the\\s+)?(?:value|price|amount|total|revenue|sum)s?\\s+)?(?:incl\\.?|including|inclusive of|excl\\.?|excluding|exclusive of|net of)\\s+(?:the\\s+|all\\s+)?${COSTS}\\b`,
      "gi",
    ),
    never,
  );
  reading.each(
    new RegExp(
      `\\b(?:the\\s+)?(?:value|price|amount|total|revenue|sum)s?\\s+(?:with(?:out)?|before|after|plus|less|minus)\\s+(?:the\\s+|all\\s+|any\\s+)?${COSTS}\\b`,
      "gi",
    ),
    never,
  );
  reading.each(
    new RegExp(
      `\\b(?:${COSTS}\\s+(?:is|are|must be|should be|has to be)\\s+(?:included|excluded|deducted|added|subtracted)|(?:before|after|without)\\s+(?:the\\s+)?(?:vat|tax(?:es)?|discounts?)|tax-(?:inclusive|exclusive|free)|pre-?tax)\\b`,
      "gi",
    ),
    never,
  );
  reading.each(
    /\b(?:the\s+)?(?:gross|net)\s+(?:value|price|amount|total|revenue|sum)s?\b|\b(?:gross|net)\b(?=\s*(?:[.,;)]|$|and\b|not\b))/gi,
    never,
  );
  reading.each(
    /\b(?:hashed|encrypted|anonymi[sz]ed|rounded|in cents|in (?:lower|upper) ?case|as (?:an? )?(?:number|string|integer|text|boolean|array|list|float|decimal)|numeric|two decimals?)\b/gi,
    never,
  );
  reading.each(
    /\b(?:greater|higher|more|less|lower|fewer|larger|smaller) than\s+(?:\w+\s+)?[€$£]?\d[\d.,]*\w*|\b(?:at least|at most|up to|over|above|below|under|minimum of|maximum of)\s+(?!\d+ ?times?\b)[€$£]?\d[\d.,]*\s*\w*|\bmore than one\s+\w+|\bpositive number\b/gi,
    never,
  );
}
