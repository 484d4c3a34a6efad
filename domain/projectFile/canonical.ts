// Parts of a project in the file's format, with one canonical form each: fields in a fixed order, without default values.
import { SCENARIO_DEFAULTS } from "../import/scenarioShape.ts";
import { CHANNEL_EVENTS, usualBranches } from "../notify/channels.ts";
import { DEFAULT_VIEWPORTS, type Viewport, type ViewportName } from "../visual/shot.ts";
import { canonicalText } from "./differences.ts";
import type { FileChannel, FileEnvironment, FileScenario, FileSchedule, Item } from "./types.ts";

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Sorts by name in code point order, which does not depend on a locale. */
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

/** A scenario without modes or tags has no fields for them. */
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

/** Returns the schedule without default values, with its fields in a fixed order. */
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

/** Returns the channel in the same form. Omits the events if they are all possible ones, and the default branches. */
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

/** Returns the size without the values of the default. `usual`: whether it equals the default. */
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
