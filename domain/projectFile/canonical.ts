// Parts of a project in the file's words, one spelling each: fields in one order, and none that says what holds anyway.
import { SCENARIO_DEFAULTS } from "../import/scenarioShape.ts";
import { CHANNEL_EVENTS, usualBranches } from "../notify/channels.ts";
import { DEFAULT_VIEWPORTS, type Viewport, type ViewportName } from "../visual/shot.ts";
import { canonicalText } from "./differences.ts";
import type { FileChannel, FileEnvironment, FileScenario, FileSchedule, Item } from "./types.ts";

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** By name, in the order of code points, which no locale changes. */
export const byName = <T extends { name: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => byText(a.name, b.name));

const SCENARIO_ORDER = [
  "url",
  "viewports",
  "modes",
  "tags",
  "selectors",
  "readySelector",
  "delay",
  "misMatchThreshold",
  "hideSelectors",
  "removeSelectors",
  "dismissSelectors",
  "steps",
  "stabilisers",
  "fixedTime",
] as const;

/** A scenario that nobody gave modes or tags has no field for them. */
const USUAL = { ...SCENARIO_DEFAULTS, modes: [], tags: [] };

export function scenarioItem(scenario: FileScenario): Item {
  const { label, comparisonRules = [], contentRules = [] } = scenario;
  const fields = SCENARIO_ORDER.flatMap((name) => {
    const value = scenario[name];
    const usual = name === "url" ? undefined : USUAL[name];
    return value === undefined || canonicalText(value) === canonicalText(usual) ? [] : [[name, value] as const];
  });
  return {
    name: label,
    view: {
      label,
      ...Object.fromEntries(fields),
      ...(comparisonRules.length > 0 && { comparisonRules: rulesInOrder(comparisonRules, "mode") }),
      ...(contentRules.length > 0 && { contentRules: rulesInOrder(contentRules, "normalize") }),
    },
  };
}

const rulesInOrder = <R extends { selector: string }>(rules: readonly R[], field: keyof R & string) =>
  rules
    .toSorted((a, b) => byText(a.selector, b.selector))
    .map((rule) => ({ selector: rule.selector, [field]: rule[field] }));

export function environmentItem({ slug, name, baseUrl, access, location }: FileEnvironment): Item {
  const view = {
    slug,
    ...(name !== undefined && name !== slug && { name }),
    baseUrl,
    ...(access && { access }),
    ...(location && { location }),
  };
  return { name: slug, view };
}

/** Without what holds anyway; the fields in one order. */
export function scheduleItem(schedule: FileSchedule): Item {
  const { name, cron, timeZone, jitterMinutes, types, environment, scenarios, browsers, branch, enabled } = schedule;
  const { location } = schedule;
  const view = {
    name,
    cron: cron.trim().replace(/\s+/g, " "),
    ...(timeZone && timeZone !== "UTC" && { timeZone }),
    ...(jitterMinutes && { jitterMinutes }),
    types,
    ...(environment && { environment }),
    ...(scenarios?.length && { scenarios: [...new Set(scenarios)] }),
    ...(browsers?.length && { browsers: [...new Set(browsers)] }),
    ...(branch && { branch }),
    ...(location && { location }),
    ...(enabled === false && { enabled }),
  };
  return { name, view };
}

/** As above. Events that are all that there are, and the usual branches, need no word. */
export function channelItem(channel: FileChannel): Item {
  const { name, kind, url, secret, recipients, repository, events, branches, enabled } = channel;
  const wanted = CHANNEL_EVENTS.filter((event) => events?.includes(event));
  const all = wanted.length === 0 || wanted.length === CHANNEL_EVENTS.length;
  const view = {
    name,
    kind,
    ...(url && { url }),
    ...(secret && { secret }),
    ...(recipients?.length && { recipients }),
    ...(repository && { repository }),
    ...(!all && { events: wanted }),
    ...(branches && branches !== usualBranches(kind) && { branches }),
    ...(enabled === false && { enabled }),
  };
  return { name, view };
}

/** The size without what the default has. `usual`: it is the default. */
export function viewportItem(name: ViewportName, size: Partial<Viewport>): Item & { usual: boolean } {
  const usual = DEFAULT_VIEWPORTS[name];
  const { width, height, scale, mobile } = { ...usual, ...size };
  const view = {
    width,
    height,
    ...(scale !== usual.scale && { scale }),
    ...(mobile !== usual.mobile && { mobile }),
  };
  const same = width === usual.width && height === usual.height && Object.keys(view).length === 2;
  return { name, view, usual: same };
}
