// Separates the parts of a goal that are about tracking. The tracking plan checks them, not a step.

/** Names of events and attributes, outside of URLs. */
const NAME = String.raw`(?<![\w/.@-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/@])`;
const SENT =
  "sent|fired|pushed|tracked|triggered|logged|recorded|measured|emitted|registered|reported|dispatched|captured|collected|transmitted";
const SENDS =
  "sends?|sending|fires?|firing|triggers?|triggering|push(?:es|ing)?|emits?|emitting|tracks?|logs?|reports?|measures?|dispatch(?:es|ing)?";
const CHECKS =
  "verif(?:y|ies|ying)|checks?|checking|ensures?|makes? sure|confirms?|asserts?|expects?|tests?|testing|validates?|validating|sees?|proves?|should see";

const TRACKING: readonly RegExp[] = [
  /\b(?:data ?layer|ga4|gtm|google analytics|google tag manager|payloads?|analytics)\b/i,
  /\b(?:tracking|conversion|facebook|meta) pixels?\b|\bpixels?\b.*\b(?:fires?|fired|sent)\b|\bbeacons?\b/i,
  /\btracking\b(?!\s+(?:numbers?|codes?|pages?|links?|ids?|buttons?)\b)/i,
  new RegExp(
    `\\bevents?\\b.*\\b(?:${SENT}|fires?|carr(?:y|ies)|contains?|has|have|includes?|with|occurs?|arrives?)\\b`,
    "i",
  ),
  new RegExp(`\\b(?:${SENDS}|${CHECKS})\\b.*\\bevents?\\b`, "i"),
  /(?<!\b(?:parcel|package|order|shipment|delivery|item)s?\s)\b(?:is|are|gets?|be|been)\s+(?:also\s+|properly\s+|correctly\s+)?(?:tracked|measured)\b/i,
  /\btracks?\s+(?:it|this|that|the\s+(?:click|action|purchase|conversion|interaction))\b/i,
  /\b(?:tracks?|tracking|measures?|measuring|counts?|records?)\b.*\b(?:conversions?|clicks?|leads?|purchases?|sign-?ups?|page ?views?|interactions?)\b/i,
  /\b(?:conversions?|hits?|page ?views?)\b.*\b(?:sent|fired|counted|recorded|logged|measured|tracked|reported)\b/i,
  /\b(?:Ereignis(?:se)?|événements?|evenements?|eventos?|evenement(?:en)?|gebeurtenis(?:sen)?|suivi|seguimiento|tracciamento)\b/i,
];
/** Somebody using a control: its name may be anything. */
const AT_CONTROL =
  /^(?:(?:given|when|then|and|i|an?|the|visitor|user|customer|shopper|buyer|member|guest)\s+)*(?:clicks?|press(?:es)?|taps?|opens?|visits?|goes|follows?|fills?|enters?|types?|selects?|chooses?|picks?)\b/i;
const SAYS_SENT = new RegExp(`\\b(?:${SENT}|${SENDS})\\b`, "i");

/** Whether a text is about tracking. Quoted text is a name or a value and does not count. */
export function isTracking(text: string): boolean {
  const said = text.replace(/"[^"]*"/g, " ");
  const about = TRACKING.some((pattern) => pattern.test(said)) || new RegExp(NAME).test(said);
  return about && !(AT_CONTROL.test(said.trim()) && !SAYS_SENT.test(said));
}

/** The beginning of "Verify that clicking …", which checks what an action sends. */
const CHECK_OF = new RegExp(
  `^(?:please\\s+)?(?:${CHECKS})\\s+(?:(?:that|if|whether)\\s+)?(?=(?!tracking\\b)[a-z]+ing\\b|(?:an?|the)\\s+click\\s+on\\b)`,
  "i",
);

/** "A click on …" as what sends an event, or is tracked. */
const A_CLICK = /^(?:an?|the)\s+click\s+on\b/i;

const SUBORDINATE = "when|whenever|once|as soon as|after|if|upon|while|as";

/** The part of a clause that is an action, and the part that is about tracking. */
export type Parted = { action: string | null; tracking: string | null };

export function parted(clause: string): Parted {
  if (!isTracking(clause)) return { action: clause, tracking: null };
  const said = clause.replace(CHECK_OF, "");
  for (const [pattern, actionAt] of FORMS) {
    const match = pattern.exec(said);
    const [, one = "", other = ""] = match ?? [];
    const [action, rest] = actionAt === 1 ? [one, other] : [other, one];
    if (match && isAction(action) && isTracking(rest))
      return { action: action.trim().replace(A_CLICK, "clicks"), tracking: rest.trim() };
  }
  return { action: null, tracking: clause };
}

/** Clauses with both parts, and the group that is the action. */
const FORMS: readonly (readonly [RegExp, 1 | 2])[] = [
  [
    new RegExp(
      `^(.+?)\\s+((?:the\\s+)?(?:event\\s+)?${NAME}(?:\\s+event)?\\s+(?:must|should|shall|has to|needs to|is|are|gets?|will|fires?|goes)\\b.*)$`,
      "i",
    ),
    1,
  ],
  [new RegExp(`^(.+?)\\s+(?:${SUBORDINATE})\\s+(.+)$`, "i"), 2],
  [
    new RegExp(
      `^(.+?)\\s+(?:which|that|what|to)\\s+(?:also\\s+|then\\s+|should\\s+|must\\s+|has to\\s+)?((?:${SENDS}|is|are|be)\\s+.+)$`,
      "i",
    ),
    1,
  ],
  [
    new RegExp(`^(.+?)\\s+((?:and\\s+)?(?:(?:must|should|shall|has to|needs to|will)\\s+)?(?:${SENDS})\\s+.+)$`, "i"),
    1,
  ],
  [/^(.+?)\s+((?:with|including|incl\.?|plus|along with|together with|as well as|while)\s+.+)$/i, 1],
  [
    /^(.+?)\s+(?:for|of|on|by|in)\s+((?:[a-z]+ing\b|(?:an?|the)\s+click\s+on\b|somebody|someone|an?\s+(?:visitor|user|customer|shopper|buyer|member|guest|person)\b).+)$/i,
    2,
  ],
  [
    /^(.+?)\s+((?:must|should|shall|has to|needs to|is|are|will|gets?)\s+(?:be\s+)?(?:sent|fired|fire|tracked|measured|recorded|logged|pushed|reported)\b.*)$/i,
    1,
  ],
  [/^([^:]+):\s+(.+)$/, 2],
  [/^([^:–—]+)\s*[:–—]\s+(.+)$/, 1],
];

const VERBS =
  "add|put|place|sign|log|search|look|upload|attach|select|choose|pick|check|uncheck|tick|untick|deselect|accept|agree|click|press|tap|follow|open|go|visit|fill|enter|type|write|see|expect|wait|scroll|hover|submit|buy|order|pay|remove|delete|apply|save|register|create|subscribe|unsubscribe|reject|decline|close|start|play|download|share|sort|filter|change|switch|return|navigate|proceed|continue|view|read|leave|cancel|book|edit|use|find|land|finish|complete|redeem|move|rate|comment|answer|contact|request|zoom|compare|empty|reach";
const DOES = new RegExp(
  `^(?:(?:given|when|then|and|i|we|as|by|after|once|that|if|they|he|she|to|is able to|can|could|should|must|somebody|someone|who|an?|the|their|our|new|existing|returning|registered|signed-in|logged-in|first-time)\\s+)*(?:(?:visitor|user|customer|shopper|buyer|person|people|member|guest|client)s?\\s+)?(?:(?:who|can|could|should|must|has to|wants to|is able to|then|also|successfully)\\s+)*(?:${VERBS})(?:s|es|ed|ing)?\\b`,
  "i",
);
/** Irregular verb forms. */
const IRREGULAR =
  /^(?:(?:when|after|by|once|an?|the|visitor|user|customer|shopper|buyer|member|guest|somebody|someone|i|and|then)\s+)*(?:puts?|putting|choosing|goes|going|writes|writing|typing|placing|closing|saving|creating|removing|deleting|navigating|continuing|subscribing|sharing|changing|using|tries|trying|buys|pays|applies|applying|leaving|submitting|logging|scrolling|seeing|tapping|cancelling|editing|comparing|rating|zooming)\b/i;
const SHOWN =
  /\b(?:shows?|is shown|are shown|appears?|is visible|are visible|displays?|is displayed|says|reads|is on|lands on|is taken to|opens|becomes|turns|disappears|closes|is empty|is hidden)\b/i;
/** Phrases about an event that was named before. */
const OF_EVENT =
  /^(?:it|its|this|that|they|with|value|the\s+(?:value|currency|amount|price|quantity|parameters?|attributes?|fields?|items?|method|name)|currency|items?|quantity|price|amount)\b/i;

/** Whether a clause describes what somebody does. */
export const isDeed = (clause: string): boolean => DOES.test(clause) || IRREGULAR.test(clause);

/** Whether a clause describes an action or what is then shown. */
export const isAction = (clause: string): boolean => {
  const said = clause.trim();
  if (isDeed(said)) return !isTracking(said);
  return SHOWN.test(said) && !OF_EVENT.test(said) && !isTracking(said);
};
