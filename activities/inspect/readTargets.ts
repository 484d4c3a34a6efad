// Finds how steps of functional tests can reach what is on a page: locators with which their engine finds exactly one element.
import { ROLES } from "../../domain/functional/roles.ts";
import type { Locator } from "../../domain/functional/target.ts";
import type {
  InspectionOptions,
  PageTargets,
  ReachedElement,
  SeenElement,
  SeenText,
} from "../../domain/inspect/inspection.ts";
import { locate } from "../functional/engine/find.ts";
import { readTexts } from "./inPage/texts.ts";
import { answered, MovedOnFailure, type OpenPage, openReader } from "./reader.ts";

/** Maximum number of texts returned per page. */
const MAX_TEXTS = 200;
/** A page that navigates while it is read, for example because a choice submits its form, is read again at its new address. */
const MAX_READINGS = 3;
/** Maximum number of elements queried in parallel. */
const AT_ONCE = 8;
/** Roles whose elements people fill in, and identify by their labels. */
const FIELDS = new Set([
  "textbox",
  "searchbox",
  "combobox",
  "listbox",
  "checkbox",
  "radio",
  "switch",
  "slider",
  "spinbutton",
]);

/** null: nothing on the page matches `within`. */
export async function readTargets(visit: OpenPage, wish: InspectionOptions["targets"]): Promise<PageTargets | null> {
  for (let reading = 1; ; reading += 1)
    try {
      return await readOnce(visit, wish);
    } catch (error) {
      if (!(error instanceof MovedOnFailure) || reading === MAX_READINGS) throw error;
    }
}

async function readOnce(
  visit: OpenPage,
  { after, ...wish }: InspectionOptions["targets"],
): Promise<PageTargets | null> {
  const { ask, world } = await openReader(visit);
  const outline = await ask("outline", wish);
  if (outline === null) return null;
  const evaluate = <T>(expression: string): Promise<T> =>
    answered(() => world.evaluate<T>(expression, visit.limits.answerMs));
  const texts = after === undefined ? undefined : await evaluate<SeenText[]>(`(${readTexts})(${MAX_TEXTS})`);
  const elements: ReachedElement[] = [];
  for (let from = 0; from < outline.elements.length; from += AT_ONCE)
    elements.push(
      ...(await Promise.all(outline.elements.slice(from, from + AT_ONCE).map((element) => reach(visit, element)))),
    );
  // Locators counted on the next page would not apply to this one.
  await evaluate("0");
  return { ...outline, elements, ...(texts && { texts }) };
}

async function reach({ page, guard, limits }: OpenPage, element: SeenElement): Promise<ReachedElement> {
  const { role, name, selector } = element;
  const itself: Locator = { by: "css", value: selector };
  const counted = (locator: Locator) =>
    guard.run(
      Promise.all([locate(page, locator).count(), locate(page, locator).and(locate(page, itself)).count()]),
      limits.answerMs,
    );
  const wholeName = name !== "" && !name.endsWith("…");
  const locators: Locator[] = [];
  let count = 1;
  for (const locator of wholeName ? candidates(role, name) : []) {
    const [all, own] = await counted(locator);
    if (locator.by === "role") count = Math.max(1, all);
    if (all === 1 && own === 1) locators.push(locator);
  }
  const [all] = await counted(itself);
  // If the page changed in the meantime, nothing is returned that is no longer true.
  if (all === 1) locators.push(itself);
  const label = locators.some(({ by }) => by === "label") ? name : null;
  return { ...element, label, target: { locators }, count };
}

/** Returns ways to find an element by what people see of it, best first. */
function candidates(role: string, name: string): Locator[] {
  const found: Locator[] = [];
  if (FIELDS.has(role)) found.push({ by: "label", value: name, exact: true });
  if (ROLES.includes(role)) found.push({ by: "role", value: role, name, exact: true });
  if (FIELDS.has(role)) found.push({ by: "placeholder", value: name, exact: true });
  else found.push({ by: "text", value: name, exact: true });
  return found;
}
