// Whether a person asked for a change: what a page or a ticket says never makes a proposal.

/** What people call changing something; inflected forms too. */
const CHANGE =
  /\b(?:re-?runs?|run|start|launch|trigger|execut|approv|accept|reject|promot|captur|creat|add|make|set|crawl|delet|remov|drop|post|comment|ignor|exclud|mask|hide|tolerat|organi[sz]|renam|updat|chang|sav|discover|prove|link|unlink|heal|fix|repair|solve|resolv|record|edit|adjust|increas|rais|lower|reduc|disabl|enabl|turn (?:on|off)|switch|stop|prevent|avoid|get rid|clean|apply|keep|write|propos|plan|schedul|undo|revert|reset|replac|normali[sz]|do (?:it|that|this)|go ahead|handle|take care)\w*/;
/** Questions and requests to be told something. */
const READING =
  /^(?:(?:please|hi|hello|hey|ok(?:ay)?|so|and|but|now|can you|could you|would you|tell me|i (?:want|would like) to know)[\s,]+)*(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|should|may|will|show|list|explain|tell|give|summari[sz]e|describe|compare|find|read|analy[sz]e|report|status|any)\b/;
/** A yes to what the coach said before. */
const YES = /^(?:yes|yep|yeah|ok(?:ay)?|sure|please do|do (?:it|that)|go ahead|agreed|exactly|right|ja|oui|s[ií]|sim|да)\b/;

/**
 * Whether the message only asks to be told something, so that a proposal cannot come from the person. Messages in other languages
 * are taken to ask for what is proposed: a person approves it. `before`: the coach's last answer, which a "yes" may mean.
 */
export function onlyReads(message: string, before = ""): boolean {
  const said = message.trim().toLowerCase();
  if (YES.test(said)) return before === "";
  return READING.test(said) && !CHANGE.test(said);
}
