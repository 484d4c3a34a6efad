// Words that users must never see, with better ones: one row per habit, specific enough to spare innocent sentences.

export interface Banned {
  pattern: RegExp;
  better: string;
}

export const BANNED: readonly Banned[] = [
  // Problems, and fixing them.
  { pattern: /\bmend(s|ed|ing)?\b/i, better: "fix" },
  { pattern: /\bput(s|ting)? (it |them |this )?right\b/i, better: "fix" },
  { pattern: /\bwhat stands\b/i, better: "the current version, the problems" },
  // Deciding on a change.
  { pattern: /\b(un)?judg(e|es|ed|ing|ements?)\b/i, better: "review (people), check or compare (the service)" },
  { pattern: /\bdecid(e|es|ed|ing) about\b|\bto decide$/i, better: "review, approve, reject" },
  { pattern: /\bundecided\b/i, better: "needs review, inconclusive" },
  // Screenshots.
  { pattern: /\bpictures?\b/i, better: "screenshot; image where the page's own is meant" },
  { pattern: /\bhas another (text|size|place|length)\b/, better: "changed" },
  // Runs and results.
  { pattern: /\b(not|is|are|was|were|everything|all) in order\b(?! (to|of|that)\b)|^In order$/, better: "OK, passed" },
  { pattern: /\bcould be better\b/i, better: "recommended" },
  { pattern: /\basked for by\b/i, better: "triggered by" },
  { pattern: /\b(was|were|is|are|one) asked for\b/, better: "requested, required" },
  { pattern: /\bbr(ing|ings|ought) about\b/i, better: "trigger, cause" },
  { pattern: /\bwhat\b[^.;,]* (came|comes|come) to\b/i, better: "result" },
  { pattern: /\b(goes|go|going|went) on\b/i, better: "continues, is running" },
  { pattern: /\bbegun\b/i, better: "started" },
  { pattern: /\bon (its|their) way\b/, better: "queued, not supported yet" },
  { pattern: /\bweighted mean\b|\bparts of the weight\b/i, better: "Average of 7 of 8 areas" },
  // Saving and undoing.
  { pattern: /\b(take|takes|took|taken|taking)( \w+){0,3} back\b/i, better: "undo, revert, remove" },
  { pattern: /\b(take|takes|took|taken|taking) over\b/i, better: "import, continue" },
  { pattern: /\bput mine over\b/i, better: "overwrite" },
  { pattern: /\bmake (it|them)$|^make (it|them)\b/i, better: "create" },
  // Limits and defaults.
  { pattern: /\b(least|most|longest) (score|share|time|number|answers|controls)\b/i, better: "minimum, maximum" },
  { pattern: /\bhow many on\b/i, better: "when" },
  { pattern: /\bso (many|long|much) (later|elements|items|rows|actions|characters|minutes)\b/i, better: "this many" },
  { pattern: /\b(when|where|if) left out\b/i, better: "default …, if omitted" },
  { pattern: /\bleft empty\b/i, better: "Leave empty for …" },
  { pattern: /\bnames? none\b/, better: "has no …, default" },
  // Absence.
  { pattern: /\b(is|are|was|were) none of\b/i, better: "does not belong to, is not one of" },
  { pattern: /(?<!\b[Tt]here )\b(is|are) no (?!longer\b|more\b|older\b|larger\b)[a-z]/, better: "is not a" },
  { pattern: /\bthere (is|are) nothing\b/i, better: "no …" },
  { pattern: /\bany more\b/, better: "no longer" },
  { pattern: /\bholds? no more\b/, better: "no longer works" },
  { pattern: /\b(is|are) like (that|this)\.?$/, better: "No matches" },
  { pattern: /\bnone the worse\b/, better: "no-op" },
  // Cause.
  { pattern: /\bfor want of\b/i, better: "because … is missing" },
  { pattern: /\bfor the sake of\b/i, better: "for" },
  { pattern: /\b(no|crosses) wire\b/, better: "localhost" },
  { pattern: /\b(led|leads) on to\b/, better: "redirected to" },
  // Time.
  { pattern: /\banew\b/i, better: "again" },
  { pattern: /\bat once\b/i, better: "immediately, at the same time" },
  { pattern: /\bmeanwhile\b/i, better: "in the meantime, first" },
  { pattern: /\bby (itself|themselves)\b/i, better: "automatically, separately" },
  // Telling.
  { pattern: /\b(tell|tells|told|telling)\b/i, better: "show, report, notify, detect" },
  { pattern: /\b(be|is|are|was|were) said\b|\bsa(id|ys) nothing\b/i, better: "reported, shown" },
  {
    pattern: /(^|[.:;,] )say (which|what|with|who|whose|where|how|so|it|that|--)/i,
    better: "pass, choose, name, set",
  },
  { pattern: /\b(hears|hear) (of|when|about)\b|\bheard of\b/i, better: "is notified" },
  { pattern: /\bnews of\b/i, better: "results of" },
  { pattern: /\bhand(s|ed)? (this|the|it|them)( \w+)? on\b/i, better: "share" },
  // Other idioms carried over from another language.
  { pattern: /\blook(s|ed|ing)? at\b/i, better: "check, review, open, visit" },
  {
    pattern: /\bstands? (in|at|for|against|apart|beside|below|under|there|alone|between|around)\b/i,
    better: "is, means",
  },
  { pattern: /\bas (it|they) stands?\b/, better: "current" },
  { pattern: /\b(do|does) not belong together\b/, better: "belongs to another …" },
  { pattern: /\bthere already\b/i, better: "already exists" },
  { pattern: /\bof several (runs|ones)\b/i, better: "with several runs" },
  { pattern: /\bto be had\b/, better: "available" },
  { pattern: /\bwhoever (runs|applies|mends)\b/i, better: "the operator, who" },
  { pattern: /\bwithout meaning here\b/, better: "not supported" },
  { pattern: /\b(when|if|that|what|which|one|run|change) is meant\b/i, better: "is intended, applies to" },
  { pattern: /\bno member\b/, better: "was removed, is not a member" },
];
