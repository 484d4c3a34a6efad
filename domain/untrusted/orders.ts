// Recognizes text in pages and tickets that addresses the program reading it, so that it can be removed and flagged. This is the second line
// of defense. The first is that such text is kept in separate fields and never decides about a call.
import { compactForms, readForms } from "./forms.ts";
import { readsLikeForeignOrder } from "./languages.ts";

/** What identifies a text as an instruction. */
export const ORDER_KINDS = [
  "override",
  "address",
  "role",
  "tool",
  "fake_result",
  "secrecy",
  "secrets",
  "verdict",
  "foreign",
  "disguised",
] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

const AI =
  "(?:ai|a\\.i\\.|llms?|gpt(?:-\\d)?|chatgpt|language models?|chatbots?|(?:ai|automated|testing|test|qa|coding|browser|autonomous|support|mcp|llm)[- ](?:assistants?|agents?|bots?|reviewers?|testers?|tools?|systems?|models?))";
const DEED =
  "(?:approve|accept|ignore|disregard|call|run|execute|invoke|delete|remove|mark|report|send|reveal|skip|create|open|visit|reply|respond|say|output|answer|treat|post|follow|stop|add|set|use)";
const INSTRUCTIONS = "(?:instructions?|directives?|prompts?|guidelines|system messages?|programming|guardrails)";
const RESULT =
  "(?:changes?|differences?|diffs?|baselines?|screenshots?|snapshots?|visual results?|regressions?|test results?|proposals?)";
/** "Approve changes" is a button on many sites. If it mentions all changes, or screenshots, it addresses whoever reviews runs. */
const WHICH =
  "(?:all |every |each |the |these |those |this |any |of |pending |failed |failing |visual |detected |new |open |current |latest )*";
const JUDGED =
  "(?:tests?|runs?|pages?|audits?|checks?|findings?|scenarios?|results?|screenshots?|changes?|failures?|sites?|tickets?|issues?|violations?|proofs?|problems?|events?|gate)";

const pattern = (source: string): RegExp => new RegExp(source);

/** Patterns for plain texts (`plainForm`). Each gap is bounded, so the time is linear in the length of the text. */
const PATTERNS: Readonly<Record<Exclude<OrderKind, "foreign" | "disguised">, readonly RegExp[]>> = {
  override: [
    pattern(
      `\\b(?:ignore|disregard|forget|override|bypass|discard|pay no attention to|do not follow|don't follow|stop following|abandon)\\b[^.!?]{0,50}\\b${INSTRUCTIONS}\\b`,
    ),
    /\b(?:ignore|disregard|forget)\b (?:all |everything |anything |what )[^.!?]{0,30}\b(?:previous|prior|earlier|above|before|told)\b/,
    /\b(?:ignore|disregard|bypass|forget)\b[^.!?]{0,20}\b(?:previous|prior|earlier|above|safety|your|system)\b[^.!?]{0,20}\b(?:rules|polic(?:y|ies)|constraints|restrictions|orders|commands|context|training)\b/,
    pattern(`\\b(?:new|updated|revised|real|actual|additional|hidden|secret|system)\\s(?:system )?${INSTRUCTIONS} ?:`),
    /\byour (?:new|real|actual|only|next|first|true) (?:task|goal|job|objective|role|instructions?|mission)(?: is| are)? ?(?:to\b|:)/,
    /\bfrom now on,? (?:you are (?:an?|the|in|not)\b|you must\b|act as|respond|answer|always )/,
    pattern(
      `\\byou are (?:now )?(?:an? |the |my )?(?:\\w+ ){0,3}(?:${AI}|assistant|chatbot|dan|developer mode|admin mode)\\b`,
    ),
    /\bdo anything now\b|\bjailbr(?:eak|oken) mode\b/,
  ],
  address: [
    pattern(
      `\\b(?:note|notice|message|attention|important|reminder|hint|request|hello|hey|dear|hi|to|for|all)\\b[^.!?]{0,16}\\b${AI}\\b.{0,12}[:,;!–—-]\\s?(?:please|you|the |this|do|call|${DEED})`,
    ),
    pattern(`\\b${AI}(?: \\w+)? ?: ?(?:please |you |do |never |always )?${DEED}\\b`),
    /\b(?:agents?|assistants?|bots?|models?) (?:should|must|shall|have to|need to) (?:visit|open|fetch|load|send|post)\b[^.!?]{0,20}\bhttps?:/,
    pattern(`\\binstructions? (?:for|to) (?:all |any |the |an? )?${AI}`),
    pattern(`\\bif you(?:'re| are)? (?:reading this and (?:you )?are )?(?:an? |the )?${AI}\\b`),
    pattern(
      `\\b${AI} (?:that (?:is|are) )?(?:reading|processing|viewing|crawling|auditing|testing|visiting|analy[sz]ing|reviewing|summari[sz]ing) this\\b`,
    ),
    pattern(
      `\\b(?:${AI}|the assistant|the agent) (?:must|should|shall|has to|have to|(?:is|are) (?:required|instructed|asked|told|authori[sz]ed) to|needs? to|will now|please)\\b[^.!?]{0,60}\\b${DEED}\\b`,
    ),
  ],
  role: [
    /<\|[a-z_ ]{2,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|tool_results?|tool_response|tool_calls?|function_calls?|function_results?|instructions?|antml:[a-z_]+|invoke|system-reminder|important|secret)>/,
    /(?:^|[.!?"'»\])>|-]\s?|#+\s?)(?:system|assistant|developer|plumbline)(?: (?:prompt|message|note|instruction|override|notice|says))? ?:\s?(?:you|ignore|please|call|run|approve|the (?:user|assistant)|new |override|disregard|from now|do not|never|proceed|execute)/,
    /\b(?:begin|end|start of|end of) (?:system|assistant|developer|hidden|admin|untrusted|quoted|tool|user)[ -](?:prompt|messages?|instructions?|context|content|data|output|input|results?|text)\b/,
  ],
  tool: [
    /\b(?:call|invoke|execute|use|run|trigger)\b[^.!?]{0,20}\b["'`]?[a-z]+(?:_[a-z]+)+["'`]? (?:tool|function)\b/,
    /\btools? ["'`]?[a-z]+(?:_[a-z]+)+\b/,
    // Without a verb, it is an attribute of a selector or a part of a URL.
    /\b(?:with|set|pass(?:ing)?|using|use|add|give|send|include)\b[^.!?]{0,20}\bconfirm["']?\s?[:=]\s?["']?true\b/,
    /\b(?:before|after|instead of|whenever|every time) (?:using|calling|you (?:use|call)|invoking) (?:this|any|the|another|every|other)\b[^.!?]{0,20}\btools?\b/,
    /\b(?:call|use|invoke|run) (?:the |this |another |your )[^.!?]{0,30}\btool\b[^.!?]{0,40}\b(?:now|first|with|before|immediately|again|to (?:approve|delete|send|create|read))\b/,
  ],
  fake_result: [
    /"nextactions"\s?:|"tool_calls?"\s?:|"role"\s?:\s?"(?:system|assistant|tool)"|"needsconfirm"\s?:|"proofverdict"\s?:/,
    /"ok"\s?:\s?true\b.{0,200}"(?:tool|summary)"\s?:|"tool"\s?:.{0,200}"ok"\s?:\s?true\b/,
    /\b(?:tool|function)(?: call)?[ _-](?:results?|outputs?|responses?)\s?[:=>]/,
    /\b(?:the )?(?:user|person|human|owner|operator|admin(?:istrator)?|developer|maintainer) (?:has |have |already |just )*(?:approved|confirmed|authori[sz]ed|agreed|granted|signed off)\b[^.!?]{0,60}\b(?:changes?|baselines?|deletion|proposals?|tools?|calls?|runs?|results?|differences|screenshots?|actions?)\b/,
  ],
  secrecy: [
    /\b(?:do not|don't|without)\b[^.!?]{0,25}\b(?:tell|telling|inform|informing|mention|mentioning|alert|alerting|ask|asking|warn|warning)\b[^.!?]{0,25}\b(?:the|your|any) (?:user|human|person|operator|developer|reviewer|owner)s?\b/,
    /\b(?:keep|hide) (?:this|it) (?:secret |hidden )?from (?:the|your) (?:user|human|operator|developer|reviewer)\b/,
  ],
  secrets: [
    /\b(?:reveal|print|output|repeat|show|return|disclose|write out|send|include|give|tell|list|leak)\b[^.!?]{0,40}\b(?:system prompt|hidden prompt|initial prompt|your (?:instructions|prompt|memory|tools|configuration|api keys?|credentials))\b/,
    /\b(?:send|post|upload|forward|e-?mail|exfiltrate|leak|transmit|append|copy|submit|add)\b[^.!?]{0,60}\b(?:api[- ]?keys?|access tokens?|tokens|secrets?|credentials|passwords?|cookies|environment variables?|\.env|conversation|chat history|ssh keys?|project data|results|findings)\b[^.!?]{0,30}\bto (?:https?:|www\.|[\w.-]+@|the (?:address|url|webhook|server) )/,
    /\b(?:read|open|cat|fetch|load)\b[^.!?]{0,25}(?:~\/\.|\/etc\/|\.ssh\b|\.env\b|id_rsa\b|mcp\.json\b|169\.254\.169\.254)/,
  ],
  verdict: [
    pattern(
      `\\b(?:approve|promote|bless|auto-?approve)\\b ${WHICH}(?:all|every|each|any|visual|failed|failing|detected) ${WHICH}${RESULT}\\b`,
    ),
    pattern(
      `\\b(?:approve|promote|bless|auto-?approve)\\b ${WHICH}(?:diffs|baselines?|screenshots|snapshots|visual results?|regressions?|test results?)\\b`,
    ),
    /\baccept\b (?:all |every |each |the |these |those |this |any |of |new |visual )*(?:differences|diffs?|baselines?|screenshots?|snapshots?|regressions?)\b/,
    pattern(
      `\\b(?:mark|treat|report|record|rate|score|classify|flag|count|consider)\\b (?:this|the|all|every|each|these|any|it|that)\\b[^.!?]{0,20}\\b(?:${JUDGED} )?(?:[^.!?]{0,30})\\bas (?:passed|passing|approved|proven|verified by|not a (?:bug|problem|finding|violation|failure)|an? false (?:positive|alarm)|intended|green)\\b`,
    ),
    /\b(?:delete|remove|erase|wipe|reset|destroy|clear)\b (?:all |every |each |the |these |your |any |of |existing |stored |old |failed |its )*(?:baselines?|scenarios|comparison rules?|ignore rules?|test runs?|step definitions?|tracking plan|feature files?|audit log)\b/,
    /\b(?:run|start|trigger|launch|execute|create|add|write|post|capture)\b (?:a |an |the |new |another |this |that )*(?:full audit|new baseline run|visual (?:test|run)|crawl|ignore rule|comparison rule|content rule|pull request comment|new baselines?|step definitions?)\b/,
    /\b(?:set|change|switch)\b[^.!?]{0,20}\b(?:verdict|proof outcome|proofverdict|quality score|gate|mismatch ?threshold)\b[^.!?]{0,12}\b(?:to|as|=)/,
    pattern(
      `\\b(?:this|the) ${JUDGED} (?:is|are|must be|should be|has to be|counts as|shall be) (?:already |hereby )?(?:considered |treated as |reported as |marked as |marked )?(?:proven|approved|pre-?approved|exempt|whitelisted|allow-?listed)\\b`,
    ),
    pattern(
      `\\b(?:this|the) ${JUDGED} \\w+ (?:to be )?(?:considered|treated as|reported as|marked as|counted as) passed\\b`,
    ),
    /\b(?:verdict|proof outcome|quality score|gate) (?:must|should|has to|is to|shall) be (?:set|changed|proven|pass)/,
    /\b(?:answer|reply|respond|conclude|say)\b (?:only |always |just )*(?:with|that)\b[^.!?]{0,60}\b(?:pass(?:ed|es)?|approved|no (?:problems?|issues?|findings?|failures?|violations?)|healthy|green|100|ready to release)\b/,
    /\b(?:skip|stop|end|abort|cancel|disable|turn off)\b (?:the |this |of )*(?:all|any|every|further|remaining) (?:the |of |further |remaining )*(?:audits?|visual tests?|checks|quality gate|tests|testing|crawl|monitoring|findings)\b/,
  ],
};

/** Matched against letters without spaces, so only short phrases without any other meaning. */
const COMPACT =
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|my|every|of|these|those)*(?:previous|prior|earlier|above|preceding|system)(?:instructions?|rules|prompts?|directives?|guidelines|commands)|approve(?:all|every)(?:of|the|these|visual)*(?:changes|differences|diffs|baselines|screenshots)|accept(?:all|every)(?:of|the|these|visual)*(?:visualchanges|differences|diffs|baselines|screenshots)|(?:delete|remove)(?:all|every)(?:the)?(?:baselines|scenarios|rules|features|screenshots)|donot(?:tell|inform|alert)theuser|revealyoursystemprompt/;

/** Longer texts are read in overlapping parts. */
const PART = 20_000;
const OVERLAP = 500;

/**
 * Returns what identifies a text as an instruction to the program reading it, or null. `names`: names of tools, which a page has no reason
 * to know.
 */
export function orderIn(text: string, names: ReadonlySet<string> = NONE): OrderKind | null {
  for (let from = 0; from < text.length; from += PART - OVERLAP) {
    const kind = orderInPart(text.slice(from, from + PART), names);
    if (kind !== null) return kind;
    if (from + PART >= text.length) break;
  }
  return null;
}

const NONE: ReadonlySet<string> = new Set();
/** No instruction is shorter. Most texts of a page are names of controls. */
const MIN_LENGTH = 8;

function orderInPart(text: string, names: ReadonlySet<string>): OrderKind | null {
  if (text.length < MIN_LENGTH) return null;
  const [own = "", ...others] = readForms(text);
  const kind = kindOf(own, names);
  if (kind !== null) return kind;
  const hidden = others.some((form) => kindOf(form, names) !== null);
  return hidden || compactForms(own).some((form) => COMPACT.test(form)) ? "disguised" : null;
}

/** Returns whether a lower-case text contains one of these tool names. */
export const namesTool = (plain: string, names: ReadonlySet<string>): boolean =>
  names.size > 0 && (plain.match(/[a-z0-9]+(?:_[a-z0-9]+)+/g) ?? []).some((word) => names.has(word));

function kindOf(plain: string, names: ReadonlySet<string>): OrderKind | null {
  for (const kind of ORDER_KINDS)
    if (kind !== "foreign" && kind !== "disguised" && PATTERNS[kind].some((one) => one.test(plain))) return kind;
  if (namesTool(plain, names)) return "tool";
  return readsLikeForeignOrder(plain) ? "foreign" : null;
}
