// Stores what was seen at the end of a way: an already known state, or a new one with the ways that continue from it.
import { actionLine, actionsOf } from "../../../domain/explore/actions.ts";
import type { Act, ExploreInput, KeptControl, KeptState, TreeEntry } from "../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";
import { countedTree, stateIdOf } from "../../../domain/explore/tree.ts";
import { isUsableName, SAY } from "../../../domain/functional/library/sentences.ts";
import { truncate } from "../../../domain/text.ts";
import { isStateKnown, seenAtState } from "../../../models/explorePlaces/queries.ts";
import { type ExplorePlace, explorePlaceIdOf } from "../../../models/explorePlaces/schema.ts";
import { changePlace, insertNewPlaces } from "../../../models/explorePlaces/writes.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { AuditDeps } from "../../deps.ts";
import type { Sight } from "./walker.ts";

export type Seeing = {
  job: Job;
  input: ExploreInput;
  isAllowed: (url: string) => boolean;
  place: ExplorePlace;
  sight: Sight;
};
type OnPage = { countText(text: string): Promise<number>; picture(): Promise<string | null> };

/** Ways are stored before their place is marked done, so that nothing is lost with a worker. Returns whether the state is new. */
export async function storeSight(deps: Pick<AuditDeps, "models">, seeing: Seeing, onPage: OnPage): Promise<boolean> {
  const { models } = deps;
  const { job, input, isAllowed, place, sight } = seeing;
  const { url, page, entries } = sight;
  const reached = stateIdOf(url, entries);
  const isKnown = reached === place.from || (await isStateKnown(models, job._id, reached));
  if (isKnown) {
    await changePlace(models, place._id, { state: "done", reached });
    return false;
  }
  const acts = JSON.parse(place.acts) as Act[];
  const before = acts.length > 0 ? await seenAtState(models, job._id, place.from) : null;
  const heading = truncate(headingOf(entries), 100);
  const screen =
    before === null ? "" : heading === before.heading ? (before.screen ?? "") : heading.replace(/\d+/g, "#");
  const found = actionsOf(page, entries, { url, isAllowed, input, screen });
  const kept: KeptState = {
    title: page.title,
    heading,
    ...(screen !== "" && { screen }),
    expectation: await expectationOf(seeing, acts.length > 0 ? (before?.controls ?? []) : null, onPage),
    links: found.links.map(({ name, path }) => ({ name: name ?? "", to: path })),
    controls: controlsOf(seeing),
    leftAlone: found.leftAlone,
  };
  await insertNewPlaces(models, [
    ...children(seeing, reached, acts, found),
    ...disallowed(seeing, reached, found.disallowed),
  ]);
  const pictureId = await onPage.picture();
  await changePlace(models, place._id, { state: "done", reached, first: true, seen: JSON.stringify(kept), pictureId });
  return true;
}

function children(
  { job, input, place, sight }: Seeing,
  from: string,
  before: readonly Act[],
  { links, acts }: ReturnType<typeof actionsOf>,
): ExplorePlace[] {
  const depth = place.depth + 1;
  if (depth > input.depth) return [];
  const chain = place.order.slice(3);
  let index = 0;
  const make = (way: string, given: Pick<ExplorePlace, "path" | "acts" | "action" | "sends">): ExplorePlace => {
    const order = `${String(depth).padStart(2, "0")}:${chain}${String(index++).padStart(3, "0")}`;
    return {
      ...placeOf(job, way, given.path),
      ...given,
      order,
      depth,
      from,
      state: "waiting",
    };
  };
  // To return to the result of a submission, the form would have to be sent again.
  const mayRepeat =
    before.length === 0 || (sight.sent === 0 && before.every((act) => act.kind !== "form" || act.method !== "post"));
  const tried = mayRepeat
    ? acts.map(({ act, key }) =>
        make(`act ${key}`, {
          path: place.path,
          acts: JSON.stringify([...before, act]),
          action: actionLine(act),
          sends: act.kind === "form" || place.sends,
        }),
      )
    : [];
  const followed = links.map(({ name, path }) =>
    make(`open ${path}`, {
      path,
      acts: "[]",
      sends: false,
      action: name === null ? SAY.open(path) : SAY.click("link", name),
    }),
  );
  return [...tried, ...followed];
}

/** Stored only to be counted. */
const disallowed = ({ job, place }: Seeing, from: string, urls: readonly string[]): ExplorePlace[] =>
  urls.slice(0, EXPLORE_LIMITS.links).map((url) => ({
    ...placeOf(job, `open ${url}`, url),
    order: place.order,
    depth: place.depth + 1,
    from,
    state: "failed",
    reason: "robots",
  }));

const placeOf = (job: Job, way: string, path: string): ExplorePlace => ({
  _id: explorePlaceIdOf(job._id, way),
  jobId: job._id,
  projectId: job.projectId,
  order: "",
  depth: 0,
  path,
  acts: "[]",
  from: "",
  action: "",
  sends: false,
  state: "waiting",
  reached: "",
  first: false,
  reason: "",
  seen: "",
  pictureId: null,
});

/** Inserts the start place of an exploration. Safe to repeat. */
export function insertStart(deps: Pick<AuditDeps, "models">, job: Job, path: string): Promise<void> {
  return insertNewPlaces(deps.models, [
    { ...placeOf(job, `open ${path}`, path), order: "00:", action: SAY.open(path) },
  ]);
}

const headingOf = (entries: readonly TreeEntry[]): string =>
  entries.find(({ role, name }) => role === "heading" && name !== "")?.name ?? "";

/**
 * Returns an expectation that holds here and proves the way was taken: status text, else a heading that was not there before. Without
 * `controlsBefore` the page was only opened.
 */
async function expectationOf(
  { sight: { entries } }: Seeing,
  controlsBefore: readonly KeptControl[] | null,
  { countText }: OnPage,
): Promise<string> {
  const count = countedTree(entries);
  const acted = controlsBefore !== null;
  const before = new Set(controlsBefore?.map(({ role, name }) => `${role} ${name}`));
  const isNew = (role: string, name: string): boolean => !before.has(`${role} ${name}`);
  if (acted)
    for (const { role, text } of entries)
      if ((role === "status" || role === "alert") && isUsableName(text) && !text.endsWith("…"))
        if ((await countText(text)) === 1) return SAY.see(text);
  const named = (role: string) =>
    entries.filter((entry) => entry.role === role && isUsableName(entry.name) && count(role, entry.name) === 1);
  const headings = named("heading");
  const heading = headings.find(({ name }) => isNew("heading", name)) ?? (acted ? undefined : headings[0]);
  if (heading) return SAY.seeHeading(heading.name);
  const button = named("button").find(({ name }) => isNew("button", name));
  if (button) return SAY.seeButton(button.name);
  const link = named("link").find(({ name }) => isNew("link", name));
  return link ? SAY.seeLink(link.name) : headings[0] ? SAY.seeHeading(headings[0].name) : "";
}

const KEPT_ROLES = new Set(
  "heading button link tab menuitem textbox searchbox combobox listbox checkbox radio spinbutton slider switch".split(
    " ",
  ),
);

/** Returns each role and name once, with the paths of links. */
function controlsOf({ sight: { page, entries, url } }: Seeing): KeptControl[] {
  const count = countedTree(entries);
  const { origin } = new URL(url);
  const paths = new Map(
    page.controls
      .filter(({ href }) => URL.parse(href)?.origin === origin)
      .map(({ role, name, href }) => [`${role} ${name}`, pathOf(href)]),
  );
  const options = new Map(
    page.forms.flatMap(({ fields }) =>
      fields
        .filter((field) => field.options.length > 0)
        .map((field) => [`${field.role} ${field.name}`, field.options.map(({ text }) => text)]),
    ),
  );
  const known = new Set<string>();
  return entries
    .filter(({ role, name }) => {
      const key = `${role} ${name}`;
      if (!KEPT_ROLES.has(role) || !isUsableName(name) || known.has(key)) return false;
      known.add(key);
      return true;
    })
    .slice(0, EXPLORE_LIMITS.controls)
    .map(({ role, name }) => {
      const href = paths.get(`${role} ${name}`);
      const choices = options.get(`${role} ${name}`);
      return {
        role,
        name,
        count: count(role, name),
        visible: true,
        ...(href !== undefined && { href }),
        ...(choices && { options: choices }),
      };
    });
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return (pathname + search).slice(0, 500);
}
