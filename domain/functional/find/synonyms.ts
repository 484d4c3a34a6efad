// Unifies synonyms used on websites and in shops, and removes phrases that tickets use for any defect.

/** A word and the synonyms that it replaces. Longer phrases come before their parts. */
const SAME: readonly (readonly [string, string])[] = [
  ["cart", "shopping (?:cart|basket|bag)s?|baskets?|trolleys?"],
  ["product", "articles?|items?|goods|merchandise"],
  ["sign in", "log(?:s|ging|ged)? ?in(?:to)?|login|logon|sign(?:s|ing|ed) in"],
  ["sign out", "log(?:s|ging|ged)? ?(?:out|off)|sign(?:s|ing|ed) out"],
  ["add to cart", "fill(?:s|ing|ed)? (?:up )?(?:the|their|a|his|her|your) cart"],
  ["register", "sign(?:s|ing|ed)?[- ]up(?! (?:for|to))|registration|create an account|opens? an account"],
  ["subscribe to", "sign(?:s|ing|ed)?[- ]up (?:for|to)|join(?:s|ing|ed)?(?= the (?:mailing|news))"],
  ["password", "passphrases?|passcodes?|credentials"],
  ["newsletter", "mailing lists?"],
  ["forgotten", "forgot|forget|cannot remember|lost"],
  ["discount code", "(?:promo|promotional|promotion|coupon|voucher|discount)(?:[- ]?(?:codes?|vouchers?|coupons?))?"],
  ["total", "sum"],
  ["price", "costs?"],
  ["postcode", "zip(?:[- ]?codes?)?|postal codes?"],
  ["delivery", "shipping|shipment"],
  ["credit card", "visa|mastercard|amex|debit cards?"],
  ["order", "purchases?"],
  ["invoice", "bills?"],
  ["wish list", "wishlists?|favou?rites?|bookmark(?:s|ed|ing)?"],
  ["review", "ratings?|rate|rating"],
  ["language", "locale|translation"],
  ["consent banner", "cookie (?:banner|dialog|notice)s?|privacy (?:dialog|banner|notice)s?"],
  ["upload", "attach(?:es|ing|ed)?"],
  ["photo", "pictures?|images?|photographs?"],
  ["download", "saved? as (?:a )?(?:file|document|pdf)"],
  ["search for", "look(?:s|ing|ed)? (?:(?:things|something|words|anything) )?(?:up|for)"],
  ["filter", "narrow(?:s|ing|ed)? down|refin(?:e|es|ing|ed)"],
  ["decline", "refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|declin(?:es|ed|ing)"],
  [
    "chat",
    "talk(?:s|ing|ed)? to (?:our |an? |the )?(?:live )?agents?|conversations? with (?:the |our )?(?:help ?desk|support)|live chat",
  ],
  ["appointment", "(?:dates?|meetings?) with (?:our |an? |the )?(?:advisers?|advisors?|consultants?|experts?)"],
  ["return", "(?:send(?:s|ing)?|sent) (?:[a-z]+ ){0,3}back|goods back"],
  ["cancel", "call(?:s|ed|ing)? off"],
  ["video", "films?|clips?|movies?"],
  ["stock", "available again|back in stock|sold[- ]out"],
  ["unsubscribe from", "opt(?:s|ed|ing)? out of"],
  ["review", "opinions?"],
  ["contact", "support|helpdesk|customer service|get in touch"],
  ["add", "put(?:s|ting)?|plac(?:e|es|ing)"],
  ["remove", "delet(?:e|es|ed|ing)|take out|tak(?:e|es|ing) (?=.{0,40} out of)"],
  ["wrong", "incorrect|invalid|mistaken"],
  ["email", "e-?mail|mail"],
];

/** Phrases for a defect, which do not describe an action. */
const COMPLAINTS =
  /\b(?:(?:does|do|did|is|are|was|has|have|can) ?(?:not|n't|no) (?:work|working|possible|update|complete|effect)(?:ing)?(?: (?:any ?more|properly|correctly|again))?|doesn't work(?: any ?more)?|(?:is|are) (?:currently )?(?:broken|failing|not reported|wrong)|(?:fails?|failed|crashes|hangs)(?= *[.!]?$)|has no effect|ends (?:on|in|with) an error|any ?more|never arrives?)\b/gi;

const rules = SAME.map(([word, others]) => ({ word, others: new RegExp(`\\b(?:${others})\\b`, "gi") }));

/** Replaces synonyms. */
export const unify = (text: string): string => rules.reduce((all, { word, others }) => all.replace(others, word), text);

/** Removes complaints so that the action is left, or returns the whole text if too little is left. */
export function withoutComplaints(text: string): string {
  const left = text.replace(COMPLAINTS, " ").replace(/\s+/g, " ").trim();
  return left.length < 8 ? text : left;
}
