// Ideas with the words that express them, and the sets of ideas that ask for a tool.

/** Ideas, with the English words that express them. */
export const IDEAS = {
  explain: /\b(why|explain\w*|causes?|caused|reasons?|root cause|diagnos\w+|understand)\b/,
  fail: /\b(fail\w*|break\w*|broke|broken|crash\w*|red|wrong|errors?|regress\w*|differ\w*|changed|mismatch\w*)\b/,
  approve: /\b(approv\w+|accept\w*|promot\w+|intended|expected|looks? (fine|good|right))\b/,
  /** Begins with the approval. */
  approving: /^(please |can you |could you )*(approve|accept|promote)\b/,
  baseline: /\b(baselines?|reference (pictures?|screenshots?|images?)|references?)\b/,
  run: /\b(run|rerun|re-run|start|launch|trigger|execute|kick off|check|test|capture|measure|audit)\b/,
  audit: /\b(audits?|auditing|pillars?|everything|full (check|test|audit|suite)|whole site)\b/,
  status: /\b(status|progress|done|finished|running|state|how far)\b/,
  wait: /\b(wait\w*|until|when it is done|poll\w*)\b/,
  create: /\b(creat\w+|add|new|cover|set up|make|write)\b/,
  scenario: /\b(scenarios?|pages? under test|tests?)\b/,
  list: /\b(list|show|which|what|all|see|give me|overview)\b/,
  crawl: /\b(crawl\w*|spider|discover\w*|find (all |the )?(the )?pages|site ?map of)\b/,
  merge: /\b(merg\w+|gate|pull request|merge request|pr|mr)\b/,
  release: /\b(releas\w+|deploy\w*|ship\w*|go(ing)? live|launch day|rollout|roll out)\b/,
  block: /\b(block\w*|stop\w*|prevent\w*|hold\w* (up|back)|ready)\b/,
  health: /\b(health\w*|kpis?|how (is|are) (the|my|our) (site|pages?|shop))\b/,
  score: /\b(scores?|grade|rating|quality score)\b/,
  priority: /\b(priorit\w+|most important|worst|first|urgent|rank\w*|matters? most)\b/,
  issue: /\b(issues?|problems?|bugs?|findings?|violations?|defects?)\b/,
  ticket: /\b(tickets?|jira|user stor(y|ies)|[a-z]{2,9}-\d{1,6})\b/,
  fix: /\b(fix\w*|mend\w*|repair\w*|solve|improve\w*)\b/,
  plan: /\b(plan|roadmap|steps|to-?do)\b/,
  next: /\b(next|now what|what now|what (should|shall|can|do) (i|we)|where (to|do i) (start|begin))\b/,
  compare: /\b(compar\w+|between|against|versus|vs|since (the )?(last|previous))\b/,
  diff: /\b(diffs?|differences?|how much|mismatch|regions?|pixels?)\b/,
  rule: /\b(ignor\w+|exclud\w+|mask\w*|dynamic|flaky|moving|carousel|banner|rule)\b/,
  content: /\b(dates?|prices?|timestamps?|numbers?|normali[sz]\w+|changing text)\b/,
  report: /\b(reports?|results?|findings?|summary)\b/,
  history: /\b(histor\w+|trend\w*|over time|last (weeks?|months?|days?)|past runs|earlier runs)\b/,
  tracking: /\b(tracking|analytics|data ?layer|gtm|ga4)\b/,
  event: /\b(events?|purchase|add.to.cart|click)\b/,
  proof: /\b(proof|prove\w*|proven|evidence|verif\w+)\b/,
  export: /\b(export\w*|excel|xlsx|spreadsheet|pdf|download)\b/,
  comment: /\b(comment\w*|post)\b/,
  project: /\bprojects?\b/,
  environment: /\b(environments?|staging|production)\b/,
  permission: /\b(may i|can i call|permission\w*|allowed|rights?|my key|my tools|which tools)\b/,
  setup: /\b(set-?up|configur\w+|blockers?|ready to (test|start)|installed|work(s|ing)? at all)\b/,
  job: /\b(jobs?(_\w+)?|crawl status)\b/,
  inspect: /\b(inspect\w*|dom|elements?|selectors?|headings?|landmarks?|button|link|form)\b/,
  find: /\b(find|locate|where is|search)\b/,
  functional: /\b(functional|gherkin|frt|features?)\b/,
  step: /\b(step (definitions?|library)|steps? (for|of)|gherkin steps?)\b/,
  heal: /\b(heal\w*|broken (locators?|selectors?)|(new|another) locators?)\b/,
  group: /\b(groups?|templates?|kinds of pages)\b/,
  suggest: /\b(suggest\w*|propos\w+|recommend\w*|ideas?|which pages)\b/,
  analyze: /\b(analy[sz]\w+|happened|what changed|summari[sz]\w+|outcome)\b/,
  page: /\b(pages?|url|address)\b/,
  /** Asks about a state, not for an action. */
  question:
    /(^|[.!,;:]\s+|\b(and|but|so|please|hey|hi|hello) )(why|what|which|who|is|are|did|does|was|were|has|have|how come)\b/,
  flake:
    /\b(flak\w+|nois[ey]\w*|unstable|sometimes|intermittent\w*|now and then|at random|randomly|by itself|false (alarms?|positives?)|real (bugs?|changes?|failures?|problems?)|keeps? (failing|changing|differing|breaking))\b/,
  doubt:
    /\b((should|shall|can|may|must|could) (i|we) (safely )?(approve|accept|promote)|(safe|ok|okay|fine) to (approve|accept|promote))\b/,
} as const satisfies Record<string, RegExp>;
export type Idea = keyof typeof IDEAS;

/** What a message can name, as args of tools. */
export const TAKES = [
  "project",
  "environment",
  "runId",
  "jobId",
  "scenarioLabel",
  "scenarios",
  "viewport",
  "viewports",
  "browsers",
  "pillar",
  "pillars",
  "url",
  "label",
  "selector",
  "mode",
  "prNumber",
  "branch",
  "commitSha",
  "query",
  "format",
] as const;
export type Taken = (typeof TAKES)[number];

/** How a message asks for a tool; each tool declares its own. */
export type IntentWords = {
  /** What it does for the person who asks. */
  does: string;
  /** Sets of ideas; the message must contain at least one set completely. The larger the set, the higher the confidence. */
  when: readonly (readonly Idea[])[];
  /** Ideas that raise the confidence if the message contains them too. */
  also?: readonly Idea[];
  /** Ideas that must not be in the message. */
  not?: readonly Idea[];
  /** Args without which the call makes no sense, besides those that the tool requires. */
  needs?: readonly Taken[];
  /** Kinds of things that raise the confidence if they are named. */
  hints?: readonly Taken[];
  /** Kinds of things that lower the confidence if they are named, because another tool is about exactly that. */
  wider?: readonly Taken[];
};

/** With the data of the tool catalogue. `takes`: args that a message may fill. */
export type Intent = IntentWords & { tool: string; changes: boolean; takes: readonly Taken[]; needs: readonly Taken[] };
