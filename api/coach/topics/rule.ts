// "Add an ignore rule for … on all blog posts": proposes a rule for one or several scenarios.
import { elementsNamed } from "../../../domain/coach/elementWish.ts";
import { leavesOut, type RuleWish, ruleWishOf } from "../../../domain/coach/ruleWish.ts";
import { plural } from "../../../domain/text.ts";
import { quotedText, reasonText } from "../../../domain/untrusted/quote.ts";
import { scopeWords } from "../../../domain/visual/wideRules/scope.ts";
import { newestMapOf, scenariosForRules } from "../../operations/rules/newestMap.ts";
import { proposalLines } from "../proposing.ts";
import { quoted } from "../sentences.ts";
import type { Talk } from "../talk.ts";
import type { Topic } from "../topic.ts";

const RULE = "create_comparison_rule";
const EXAMPLE = "Add an ignore rule for `.date` on all blog posts";

export const rule: Topic = {
  id: "rule",
  feature: "visual",
  action: "rule",
  asks: [
    "Add an ignore rule for the date on all blog posts",
    "Ignore the ad banner on every page",
    "Mask the price on the product page",
    "Create a dynamic rule for .carousel on Home",
  ],
  sure: [
    /\b(ignor\w*|dynamic|layout[ _-]only|comparison) rules?\b/,
    /^(please |can you |could you )*(ignore|mask|exclude|tolerate)\b(?! (the )?(ticket|finding|instructions?|all)\b)/,
  ],
  not: /\b(which|what|how many|list|show|why|who|when)\b|\b(your|previous|prior|all|the|above|these) (instructions?|prompts?|safety|restrictions)\b/,
  async answer(talk) {
    const scenarios = await scenariosForRules(talk.ctx, talk.caller, talk.project ?? "");
    const { selector, scenarios: labels, mode } = talk.entities;
    const wish = ruleWishOf(talk.message, { selector, labels, scenarios });
    if (wish.element === "") return [`Which element is meant? Name it or its CSS selector, such as: ${EXAMPLE}.`];
    if (leavesOut(talk.message, labels))
      return [`A rule cannot leave out scenarios. Name a tag or a path that they do not have, such as: ${EXAMPLE}.`];
    const [first] = wish.labels;
    if (first === undefined)
      return [`Which scenarios is the rule for? Name one, a tag, a path or all pages, such as: ${EXAMPLE}.`];
    const found = selector === null ? await selectorFor(talk, wish) : { selector, others: [] };
    if (found === null)
      return [
        `I found no element called "${quoted(wish.element)}" on the newest screenshot of "${quoted(first)}". Name its CSS selector, such as \`.date\`.`,
      ];
    return proposed(talk, { wish, first, mode: mode ?? "ignore", ...found });
  },
};

type Found = { selector: string; others: readonly string[] };

async function selectorFor(talk: Talk, { element, labels }: RuleWish): Promise<Found | null> {
  const map = await newestMapOf(talk.ctx, talk.caller, talk.project ?? "", labels);
  const [best, ...others] = map ? elementsNamed(map, element) : [];
  return best ? { selector: best.selector, others: others.map(({ selector }) => selector) } : null;
}

const DOES = {
  ignore: "Ignore",
  dynamic: "Let change",
  layout_only: "Compare only the layout of",
  full: "Compare in full",
} as const;

type Decided = Found & { wish: RuleWish; first: string; mode: keyof typeof DOES };

function proposed(talk: Talk, { wish: { scope, labels }, first, mode, selector, others }: Decided): string[] {
  const where = scope === null ? quotedText(first) : scopeWords(scope);
  const args = { project: talk.project, scenarioLabel: first, selector, mode, ...(scope === null ? {} : { scope }) };
  const why = scope === null ? "" : `It is for ${plural(labels.length, "scenario")}.`;
  const title = `${DOES[mode]} ${reasonText(selector, 120)} on ${where}`;
  const or =
    others.length > 0
      ? [`If another element is meant, name it: ${others.map((one) => quotedText(one)).join(" or ")}.`]
      : [];
  return [`${title}. ${why}`.trim(), ...proposalLines(talk, title, [{ tool: RULE, args, why }]), ...or];
}
