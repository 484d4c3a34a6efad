// Determines what can be done on a visited page: links to follow, buttons and forms to try, and what to leave alone.
import { canClick, canClickNth, isUsableName, SAY } from "../functional/library/sentences.ts";
import { placeAddress } from "./address.ts";
import { destructiveCode, destructiveWord } from "./destructive.ts";
import type { Act, ExploreInput, LeftAlone, SeenPage, TreeEntry } from "./explore.ts";
import { decideForm } from "./forms.ts";
import { EXPLORE_LIMITS } from "./limits.ts";
import { countedTree, hashOf, templateOf } from "./tree.ts";

/** `key`: equal for the same action wherever it occurs, so that it is tried only once. */
export type FoundAct = { act: Act; key: string };
export type FoundActions = {
  /** Path and query, in page order. `name` is null if no step can click the link. */
  links: { name: string | null; path: string }[];
  acts: FoundAct[];
  leftAlone: LeftAlone[];
  /** Addresses that robots.txt disallows. */
  disallowed: string[];
};

/** Landmarks whose content is the same on every page. */
const EVERYWHERE = new Set(["banner", "navigation", "contentinfo"]);

export function actionsOf(
  page: SeenPage,
  entries: readonly TreeEntry[],
  at: {
    url: string;
    isAllowed: (url: string) => boolean;
    input: Pick<ExploreInput, "actions" | "forms">;
    /** `screen` of the state (`KeptState`). */
    screen: string;
  },
): FoundActions {
  const count = countedTree(entries);
  const unique = (role: string, name: string): boolean => isUsableName(name) && count(role, name) === 1;
  const leftAlone: LeftAlone[] = [];
  const leave = (what: string, why: string): void => {
    if (!leftAlone.some((one) => one.what === what)) leftAlone.push({ what, why });
  };
  const { links, disallowed } = linksOf(page, unique, at, leave);
  const template = templateOf(at.url);
  const placeOf = (region: string, screen = at.screen): string =>
    EVERYWHERE.has(region) ? region : `${template} ${screen}`.trim();
  const acts: FoundAct[] = [];
  const routes: FoundAct[] = [];
  for (const form of page.forms) {
    const decided = decideForm(form, at.url, at.input.forms, unique);
    if ("why" in decided) leave(`form "${form.submit || form.fields[0]?.name || "without a name"}"`, decided.why);
    else {
      const { pathname } = new URL(form.action);
      const fields = form.fields.map(({ role, name }) => `${role} ${name}`);
      acts.push({
        act: decided.act,
        // A POST form is submitted only once, whatever the screen.
        key: hashOf([
          "form",
          placeOf(form.region, form.method === "post" ? "" : at.screen),
          form.method,
          pathname,
          form.submit,
          ...fields,
        ]),
      });
    }
  }
  const regions = new Map(entries.map(({ role, name, region }) => [`${role} ${name}`, region]));
  // The rows of a list have controls with the same name; the first represents them all and comes after the unique ones.
  const repeated = new Map<string, FoundAct>();
  for (const { role, name, href, anchor, route, inForm, disabled, hints } of page.controls) {
    if (href !== "" || anchor || inForm || disabled || !canClick(role)) continue;
    const isOnly = unique(role, name);
    if (!isOnly && !(canClickNth(role) && isUsableName(name) && count(role, name) > 1)) continue;
    const word = destructiveWord(name) ?? destructiveCode(hints);
    if (word !== null) {
      leave(`${role} "${name}"`, `It looks destructive ("${word}").`);
      continue;
    }
    if (isOnly && route !== "") {
      routes.push({ act: { kind: "click", role, name }, key: hashOf(["route", new URL(at.url).pathname, route]) });
      continue;
    }
    const key = hashOf(["click", placeOf(regions.get(`${role} ${name}`) ?? ""), role, name]);
    if (isOnly) acts.push({ act: { kind: "click", role, name }, key });
    else repeated.set(key, { act: { kind: "click", role, name, nth: 1 }, key });
  }
  return {
    links,
    // The routes of a single-page application are its links.
    acts: [
      ...[...acts, ...repeated.values()].slice(0, at.input.actions),
      ...routes.slice(0, EXPLORE_LIMITS.links - links.length),
    ],
    leftAlone: leftAlone.slice(0, EXPLORE_LIMITS.named),
    disallowed,
  };
}

function linksOf(
  page: SeenPage,
  unique: (role: string, name: string) => boolean,
  { url, isAllowed }: { url: string; isAllowed: (url: string) => boolean },
  leave: (what: string, why: string) => void,
): Pick<FoundActions, "links" | "disallowed"> {
  const links = new Map<string, string | null>();
  const disallowed = new Set<string>();
  const { origin } = new URL(url);
  for (const { role, name, href } of page.controls) {
    if (href === "") continue;
    const label = name.split(" ").length <= 2 ? destructiveWord(name) : null;
    const address = placeAddress(href, origin, isAllowed);
    if (label !== null || (address.path === null && address.why === "destructive"))
      leave(`link "${name || href}"`.slice(0, 200), "It looks destructive.");
    else if (address.path === null) {
      if (address.why === "robots") disallowed.add(href.slice(0, 500));
    } else {
      const named = role === "link" && unique("link", name) ? name : null;
      links.set(address.path, links.get(address.path) ?? named);
    }
  }
  const all = [...links].map(([path, name]) => ({ name, path })).slice(0, EXPLORE_LIMITS.links);
  return { links: oneOfEachFirst(all), disallowed: [...disallowed] };
}

/** Sorts links so that the first page of each template comes before the second of any, because pages of one template are similar. */
function oneOfEachFirst<T extends { path: string }>(links: readonly T[]): T[] {
  const seen = new Map<string, number>();
  const ranked = links.map((link) => {
    const template = templateOf(`http://x${link.path}`);
    const before = seen.get(template) ?? 0;
    seen.set(template, before + 1);
    return { link, before };
  });
  return ranked.sort((a, b) => a.before - b.before).map(({ link }) => link);
}

/** Returns the library sentences that perform the action. */
export function sentencesOf(act: Act): string[] {
  if (act.kind === "click")
    return [act.nth === undefined ? SAY.click(act.role, act.name) : SAY.clickNth(act.role, act.name, act.nth)];
  const filled = act.fields.map(({ role, name, how, value }) => {
    if (how === "select") return SAY.select(name, value);
    if (how === "check") return role === "radio" ? SAY.choose(name) : SAY.check(name);
    return SAY.fill(name, value);
  });
  const last = act.fields.findLast(({ how }) => how === "fill");
  if (act.submit !== "") return [...filled, SAY.click("button", act.submit)];
  return last === undefined ? filled : [...filled, SAY.pressIn("Enter", last.name)];
}

/** Returns the action as one line, for the label of an edge. */
export const actionLine = (act: Act): string => sentencesOf(act).join(", and ").slice(0, 600);
