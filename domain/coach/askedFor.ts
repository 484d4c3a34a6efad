// Decides whether a person asked for a change. The text of a page or ticket never leads to a proposal.

/** Verbs of change requests in the form that requests use: "run", but not "the last run". */
const VERB =
  "(?:re-?run|run|start|launch|trigger|execute|approve|accept|reject|promote|capture|create|add|make|set|crawl|delete|remove|drop|post|comment|ignore|exclude|mask|hide|tolerate|organi[sz]e|rename|update|change|save|discover|prove|link|unlink|heal|fix|repair|solve|resolve|record|edit|adjust|increase|raise|lower|reduce|disable|enable|turn|switch|stop|prevent|avoid|get rid|clean|apply|keep|write|propose|plan|schedule|undo|revert|reset|replace|normali[sz]e|do it|do that|go ahead|handle|take care)";
/** A request within a question: "and can you fix it?", "how do I hide the banner?". */
const WISH = new RegExp(
  `\\b(?:can|could|would|will) you (?:please |also |then )?${VERB}\\b|(?:[,.;:!?] ?|\\band |\\bthen |\\bplease )(?:please |also |then )?${VERB}\\b|\\bhow (?:do|can|could|should|would) (?:i|we|you|one)\\b|\\b(?:can|could|may) (?:i|we) ${VERB}\\b|\\b(?:want|need|like|help me|help us)(?: you)? to ${VERB}\\b`,
);
/** Questions and requests for information. */
const READING =
  /^(?:(?:please|hi|hello|hey|ok(?:ay)?|so|and|but|now|can you|could you|would you|tell me|i (?:want|would like) to know)[\s,]+)*(?:what|which|who|whose|when|where|why|how|is|are|was|were|do|does|did|has|have|had|should|may|will|show|list|explain|tell|give|summari[sz]e|describe|compare|find|read|analy[sz]e|report|status|any)\b/;
/** A yes to the coach's previous answer. */
const YES = /^(?:yes|yep|yeah|ok(?:ay)?|sure|please do|do (?:it|that)|go ahead|agreed|exactly|right)\b/;

/**
 * Returns whether the message only asks for information, so that a proposal cannot have been requested by the person. Messages in other
 * languages count as requesting what is proposed, because a person must approve it. `before`: the coach's last answer, to which a "yes"
 * may refer.
 */
export function onlyReads(message: string, before = ""): boolean {
  const said = message.trim().toLowerCase();
  if (YES.test(said)) return before === "";
  return READING.test(said) && !WISH.test(said);
}
