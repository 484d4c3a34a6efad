// Parses a request for a rule: for which element and for which scenarios.
import { parseScope, pathOf, type Scoped, touches } from "../visual/wideRules/scope.ts";
import { stemsOf } from "./choose.ts";

export type WishedScenario = Scoped & { label: string };

/**
 * `element`: a selector, or words that describe an element. `scope`: scope of a rule for several scenarios; null for a rule for a single
 * scenario. `labels`: the scenarios that the rule applies to; empty if the message names none or none matches.
 */
export type RuleWish = { element: string; scope: string | null; labels: string[] };

const EVERYWHERE =
  /\b(everywhere|(all|every|each) (the )?(pages?|scenarios?|screenshots?)|the (whole|entire) (site|project|shop))\b/;
const TAGGED = /\b(?:tag(?:ged)?|with the tag)\s+["'“]?([a-z0-9][a-z0-9-]*)/;
const SEVERAL =
  /\b(?:all|every|each)(?: the| our)? (.+?)(?: (?:pages?|scenarios?|screens?))?[.!?]*$|\bon (?:the )?(.+?) (?:pages|posts|scenarios|screens)\b/;
/** A rule applies to everything in its scope. "without" and "but" count only before the name of a scenario. */
const EXCEPTION = /\b(except|but not|other than|apart from)\b/;
const PATH = /(?:^|\s)(\/[\w\-./*]+)/;
/** The element, with the words before it and the words that end it. */
const ELEMENT =
  /\b(?:rule (?:for|on)|ignor(?:e|ing)|exclud(?:e|ing)|mask(?:ing)?|tolerat(?:e|ing))\s+(?!rules?\b)(?:the |an? |that |this )?(.+?)(?=\s+(?:on|in|of|across|under|at|for|everywhere|as)\b|[.!?]*$)/i;

/** Returns whether the message leaves out some of the scenarios, which no rule can do. `labels`: those found in the message. */
export function leavesOut(message: string, labels: readonly string[]): boolean {
  const text = message.toLowerCase();
  const rests = text.split(/\b(?:without|but)(?: on)?(?: the)? /).slice(1);
  return EXCEPTION.test(text) || rests.some((rest) => labels.some((label) => rest.startsWith(label.toLowerCase())));
}

/** Parses the message as a request for a rule. `selector` and `labels`: those already found in the message. */
export function ruleWishOf(
  message: string,
  {
    selector,
    labels,
    scenarios,
  }: { selector: string | null; labels: readonly string[]; scenarios: readonly WishedScenario[] },
): RuleWish {
  const element =
    selector ??
    ELEMENT.exec(message)?.[1]
      ?.replaceAll(/["“”'`]/g, "")
      .trim() ??
    "";
  if (leavesOut(message, labels)) return { element, scope: null, labels: [] };
  const scope = scopeIn(message.toLowerCase(), scenarios);
  if (scope === null) return { element, scope, labels: [...labels] };
  const parsed = parseScope(scope);
  const touched = scenarios.filter((one) => parsed !== null && touches(parsed, one));
  return { element, scope, labels: touched.map(({ label }) => label) };
}

/** Returns the scope that the words name. For "all blog posts" this is the tag or otherwise the path that contains the word. */
function scopeIn(text: string, scenarios: readonly WishedScenario[]): string | null {
  const tag = TAGGED.exec(text)?.[1];
  if (tag !== undefined) return `tag:${tag}`;
  const path = PATH.exec(text)?.[1];
  if (path !== undefined) return `path:${path.endsWith("*") ? path : `${path.replace(/\/+$/, "")}/*`}`;
  if (EVERYWHERE.test(text)) return "project";
  const [, all, some] = SEVERAL.exec(text) ?? [];
  const words = all ?? some;
  return words === undefined ? null : scopeOfWords(stemsOf(words), scenarios);
}

function scopeOfWords(stems: ReadonlySet<string>, scenarios: readonly WishedScenario[]): string | null {
  const has = (name: string) => [...stemsOf(name.replaceAll("-", " "))].some((stem) => stems.has(stem));
  const tag = scenarios.flatMap(({ tags = [] }) => tags).find(has);
  if (tag !== undefined) return `tag:${tag}`;
  const folders = scenarios.flatMap(({ url }) => {
    const [folder, page] = (pathOf(url) ?? "").split("/").filter(Boolean);
    return folder !== undefined && page !== undefined ? [folder] : [];
  });
  const folder = folders.find(has);
  return folder === undefined ? null : `path:/${folder}/*`;
}
