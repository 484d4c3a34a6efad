// Extracts what a message names: scenarios, viewports, browsers, pillars, addresses, runs, pull requests … English only.
import { PILLARS, type Pillar } from "../audit/pillars.ts";
import { byPillar } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { ReportFormat } from "../report/formats.ts";
import { escapeRegExp } from "../text.ts";
import type { BrowserName, ComparisonMode, ViewportName } from "../visual/shot.ts";
import { byName } from "./facts.ts";

export type Entities = {
  scenarios: string[];
  viewports: ViewportName[];
  browsers: BrowserName[];
  pillars: Pillar[];
  urls: string[];
  runIds: string[];
  jobIds: string[];
  environment: string | null;
  branch: string | null;
  prNumber: number | null;
  commitSha: string | null;
  issueKey: string | null;
  /** A CSS selector that begins with # or a dot, or is in backticks. */
  selector: string | null;
  mode: ComparisonMode | null;
  /** Format of an export. */
  format: ReportFormat | null;
  /** Texts in quotation marks that are not labels of scenarios. */
  quoted: string[];
};

export type Vocabulary = {
  scenarios: readonly string[];
  environments: readonly { slug: string; name: string }[];
};

const VIEWPORT_WORDS: readonly (readonly [RegExp, ViewportName])[] = [
  [/\b(phones?|mobiles?|smartphones?|iphones?|android)\b/, "phone"],
  [/\b(tablets?|ipads?)\b/, "tablet"],
  [/\b(desktops?|laptops?|wide screens?)\b/, "desktop"],
];
const BROWSER_WORDS: readonly (readonly [RegExp, BrowserName])[] = [
  [/\b(chrome|chromium)\b/, "chromium"],
  [/\bfirefox\b/, "firefox"],
  [/\b(webkit|safari)\b/, "webkit"],
];
const PILLAR_WORDS = byPillar(DECLARED_PILLARS, ({ words }) => words);
const MODE_WORDS: readonly (readonly [RegExp, ComparisonMode])[] = [
  [/\b(ignor(e|es|ing)|exclud(e|es|ing)|mask(s|ing)?)\b/, "ignore"],
  [/\b(dynamic|changes by itself|moving)\b/, "dynamic"],
  [/\blayout[ _-]only\b/, "layout_only"],
  [/\b(pixel by pixel|full comparison)\b/, "full"],
];

const FORMAT_WORDS: readonly (readonly [RegExp, ReportFormat])[] = [
  [/\b(xlsx|excel|spreadsheet)\b/, "xlsx"],
  [/\bpdf\b/, "pdf"],
  [/\bhtml\b/, "html"],
];

/** A branch and its name. "my branch is ready" names none; a name in quotation marks is always one. */
export const BRANCH =
  /\bbranch (?!(?:pass(?:es|ed)?|fail(?:s|ed|ing|ures?)?|is|are|was|were|has|have|had|does|do|did|can|could|may|should|will|be|ready|safe|ok(?:ay)?|good|green|red|merge[ds]?|and|or|but|to|in|on|for|with|of|from|at|not|now|yet|today|that|which|it)(?![\w/-]|\.\w))["'`]?([\w./-]+)/i;

/** Returns everything the message names. Lists are in a fixed order, so that equal messages give equal results. */
export function entitiesOf(message: string, { scenarios, environments }: Vocabulary): Entities {
  const text = message.toLowerCase();
  const urls = urlsIn(message);
  // Words inside addresses and labels have a different meaning.
  const labels = labelsIn(text, scenarios);
  const rest = [...urls, ...labels].reduce((left, part) => left.replaceAll(part.toLowerCase(), " "), text);
  const found = <T>(table: readonly (readonly [RegExp, T])[]): T[] =>
    table.filter(([pattern]) => pattern.test(rest)).map(([, value]) => value);
  return {
    scenarios: labels,
    viewports: found(VIEWPORT_WORDS),
    browsers: found(BROWSER_WORDS),
    pillars: PILLARS.filter((pillar) => PILLAR_WORDS[pillar].test(rest)),
    urls,
    runIds: unique(text.match(/\brun_[a-z0-9_]+(-[a-z0-9]+)?\b/g)),
    jobIds: unique(text.match(/\bjob_[a-z0-9]+\b/g)),
    environment: environmentIn(rest, environments),
    branch: BRANCH.exec(message)?.[1]?.replace(/[.,]$/, "") ?? null,
    prNumber: numberIn(/(?:\b(?:pr|mr|pull request|merge request)\s*#?\s*|(?:^|\s)#)(\d{1,9})\b/i, message),
    commitSha: /\bcommit ([0-9a-f]{7,40})\b/i.exec(message)?.[1] ?? null,
    issueKey: /\b[A-Z][A-Z0-9]+-\d+\b/.exec(message)?.[0] ?? null,
    selector: selectorIn(message),
    mode: found(MODE_WORDS)[0] ?? null,
    format: found(FORMAT_WORDS)[0] ?? null,
    quoted: quotedIn(message).filter((part) => !labels.some((label) => label.toLowerCase() === part.toLowerCase())),
  };
}

/** Returns the labels that occur in the text as whole words, without labels that are part of a longer one that was found. */
function labelsIn(text: string, labels: readonly string[]): string[] {
  let rest = text;
  const found: string[] = [];
  for (const label of [...labels].sort((a, b) => b.length - a.length || byName(a, b))) {
    const pattern = new RegExp(`(?<![\\w])${escapeRegExp(label.toLowerCase())}(?![\\w])`);
    if (!pattern.test(rest)) continue;
    found.push(label);
    rest = rest.replace(new RegExp(pattern, "g"), " ");
  }
  return found.sort(byName);
}

function urlsIn(message: string): string[] {
  const absolute = message.match(/https?:\/\/[^\s"'`<>]+/gi) ?? [];
  const relative = message.match(/(?<=^|[\s"'`(])\/[\w\-./%~]*(?:\?[^\s"'`<>)]*)?(?=$|[\s"'`),.;:!?])/g) ?? [];
  return unique([...absolute, ...relative].map((url) => url.replace(/(?<=.)[.,;:!?)]+$/, "")));
}

/** Names of environments that are also ordinary words count only after "on", "in", "at", "for" or "to". */
const ORDINARY = /^(tests?|runs?|pages?|audits?|demo|main|live|new|local)$/;

const environmentIn = (text: string, environments: Vocabulary["environments"]): string | null =>
  environmentsIn(text, environments).sort(byName)[0] ?? null;

/** Returns the slugs of the environments that a text in lower case names, in its order. "Staging EU" does not name "Staging" too. */
export function environmentsIn(text: string, environments: Vocabulary["environments"]): string[] {
  const words = environments
    .flatMap(({ slug, name }) => [slug, name].map((word) => ({ slug, word: word.toLowerCase() })))
    .sort((a, b) => b.word.length - a.word.length || byName(a.slug, b.slug));
  const places = new Map<string, number>();
  let rest = text;
  for (const { slug, word } of words) {
    const before = ORDINARY.test(word) ? "\\b(?:on|in|at|for|to) (?:the )?" : "(?<![\\w])";
    rest = rest.replace(new RegExp(`${before}${escapeRegExp(word)}(?![\\w])`, "g"), (found, place: number) => {
      places.set(slug, Math.min(place, places.get(slug) ?? place));
      return " ".repeat(found.length);
    });
  }
  return [...places].sort(([, a], [, b]) => a - b).map(([slug]) => slug);
}

function numberIn(pattern: RegExp, text: string): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined || Number(digits) < 1 ? null : Number(digits);
}

function selectorIn(message: string): string | null {
  const ticked = /`([^`]{1,200})`/.exec(message)?.[1];
  if (ticked && /^[#.[a-z*]/i.test(ticked) && !ticked.startsWith("http")) return ticked;
  return /(?:^|\s)([#.][a-z_-][\w-]*)(?=$|[\s,.;:!?])/i.exec(message)?.[1] ?? null;
}

function quotedIn(message: string): string[] {
  return unique([...message.matchAll(/["“]([^"”]{1,200})["”]/g)].map((match) => match[1] ?? ""));
}

const unique = (texts: readonly string[] | null): string[] => [...new Set(texts ?? [])].slice(0, 20);
