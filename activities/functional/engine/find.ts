// Finds the one element a target refers to. Locators are tried in order; those that match nothing or too much are reported.
import type { FrameLocator, Page, Locator as PageLocator } from "playwright";
import { isDocumentGone, isPageGone } from "../../../browsers/page/gone.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import { untraced } from "../../../browsers/page/inTrace.ts";
import type { Match } from "../../../domain/functional/attempt.ts";
import { DRIFT_AFTER_MS } from "../../../domain/functional/limits.ts";
import { describeLocator } from "../../../domain/functional/locatorWords.ts";
import type { Locator, Target } from "../../../domain/functional/target.ts";
import { ActionFailed, invalidStep } from "./failed.ts";
import { readApart } from "./inPage/apart.ts";
import type { InRow } from "./inPage/inRow.ts";
import { inRowOf, partIn, ROWS, wordsIn } from "./rows.ts";
import type { Doing, Session } from "./session.ts";

type Scope = Page | FrameLocator | PageLocator;

/** For pages whose project uses another test id attribute than Playwright's default. */
const testIds = new WeakMap<Page, string>();

/** Sets the attribute from which test ids of the page are read. */
export const readTestIdsFrom = (page: Page, attribute: string): void => void testIds.set(page, attribute);
/** Returns the attribute from which test ids of the page are read; undefined: Playwright's default, data-testid. */
export const testIdsFrom = (page: Page): string | undefined => testIds.get(page);

const pageOf = (scope: Scope): Page =>
  "owner" in scope ? scope.owner().page() : "page" in scope ? (scope as PageLocator).page() : (scope as Page);

function byTestId(scope: Scope, id: string): PageLocator {
  const attribute = testIds.get(pageOf(scope));
  if (attribute === undefined) return scope.getByTestId(id);
  return scope.locator(`css=[${attribute}=${inSelector(id)}]`);
}

/** Returns a text as a CSS string. */
const inSelector = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replace(/\p{Cc}/gu, " ")}"`;

const AGAIN_MS = [20, 50, 100, 150, 250] as const;

/** Elements a label can name, because a group around a field may have the same name. */
const FIELDS = [
  "input, textarea, select, button, meter, output, progress, [contenteditable]",
  ...["textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider", "spinbutton"].map(
    (name) => `[role="${name}"]`,
  ),
].join(", ");

/** Returns the Playwright locator for one way to find an element. */
export function locate(scope: Scope, { by, value, name, exact }: Locator): PageLocator {
  switch (by) {
    case "role":
      return scope.getByRole(value as Parameters<Page["getByRole"]>[0], name === undefined ? {} : { name, exact });
    case "label":
      return scope.getByLabel(value, { exact }).and(scope.locator(FIELDS));
    case "text":
      return scope.getByText(value, { exact });
    case "placeholder":
      return scope.getByPlaceholder(value, { exact });
    case "alt":
      return scope.getByAltText(value, { exact });
    case "title":
      return scope.getByTitle(value, { exact });
    case "testid":
      return byTestId(scope, value);
    case "css":
      return scope.locator(`css=${value}`);
    case "row":
      return scope.locator(ROWS).filter({ hasText: value });
  }
}

/** Returns where a target is looked for: the page, a frame of it, or inside an element. Rows are matched afterwards, on the elements found. */
export function scopeOf(page: Page, { frame, within }: Target): Scope {
  const framed: Scope = frame === undefined ? page : locate(page, frame).contentFrame();
  return within === undefined || within.by === "row" ? framed : locate(framed, within);
}

/** Inputs into which people type. */
const TYPED = `:is(input:not(${["hidden", "checkbox", "radio", "submit", "button", "image", "reset"].map((type) => `[type=${type}]`).join()}), textarea)`;

/**
 * Full text first, then partial text, if the locator does not say which is meant. A field that is looked for by its label and then by its
 * placeholder is last found by its name or id, as inspections name it. That is not a locator of its own, because what steps have learned
 * about elements is stored by locators.
 */
function readings({ locators }: Target, locator: Locator): Locator[] {
  const worded =
    locator.by !== "css" && locator.by !== "testid" && !(locator.by === "role" && locator.name === undefined);
  const [label, placeholder, another] = locators;
  const isField =
    label?.by === "label" && placeholder?.by === "placeholder" && label.value === placeholder.value && !another;
  return worded && locator.exact === undefined
    ? [
        { ...locator, exact: true },
        { ...locator, exact: false },
        ...(isField && locator === placeholder ? [named(locator.value)] : []),
      ]
    : [locator];
}

const named = (value: string): Locator => {
  const text = inSelector(value);
  return { by: "css", value: `${TYPED}:is([name=${text}], [id=${text}])` };
};

/** `element`: the only match, or the first of several visible ones. */
type Found = { element: PageLocator | null; count: number };

/** Returns how many elements a locator matches, and the element if there is only one; of several matches only visible ones count. */
export async function findVisible(session: Session, target: Target, locator: Locator): Promise<Found> {
  const scope = scopeOf(session.page, target);
  // A page that is navigating has no document for a moment, so it is checked again.
  const count = (found: PageLocator) => unlessLeadingOn(counted(session, found, locator), 0);
  for (const reading of readings(target, locator)) {
    const all = locate(scope, reading);
    const visible = all.filter({ visible: true });
    if (isNarrow(target)) {
      const look = await unlessLeadingOn(narrowed(session, target, reading, visible), NOTHING);
      if (look.count > 0) return look.count === 1 ? look : { ...look, element: null };
      continue;
    }
    const matching = await count(all);
    if (matching === 1) return { element: all, count: 1 };
    if (matching === 0) continue;
    const shown = await count(visible);
    if (shown === 1) return { element: visible, count: 1 };
    return { element: null, count: shown === 0 ? matching : shown };
  }
  return NOTHING;
}

/**
 * Returns the visible matching elements, by the first reading of the locator that finds any. Rejects while the page navigates,
 * because its content is unknown then.
 */
export async function visibleElements(session: Session, target: Target, locator: Locator): Promise<Found> {
  const scope = scopeOf(session.page, target);
  for (const reading of readings(target, locator)) {
    const shown = locate(scope, reading).filter({ visible: true });
    const look = isNarrow(target)
      ? await narrowed(session, target, reading, shown)
      : { element: shown.first(), count: await counted(session, shown, locator) };
    if (look.count > 0) return look;
  }
  return NOTHING;
}

/** Whether the element or frame that a target is limited to exists. Rows are found by what is in them, so they always do. */
export async function hasPlace(session: Session, { within, frame }: Target): Promise<boolean> {
  if (within !== undefined && within.by !== "row")
    return (await findPlaces(session, within, scopeOf(session.page, { frame, locators: [] }))) > 0;
  return frame === undefined || (await findPlaces(session, frame, session.page)) > 0;
}

const findPlaces = (session: Session, place: Locator, scope: Scope): Promise<number> =>
  counted(session, locate(scope, place), place);

const NOTHING: Found = { element: null, count: 0 };
/** Whether the target selects one of several elements, by its row or its number. */
export const isNarrow = ({ within, nth }: Target): boolean => nth !== undefined || within?.by === "row";

/** Returns the visible elements in the target's row, or the one with its number there or on the page. */
async function narrowed(
  session: Session,
  { within, nth }: Target,
  reading: Locator,
  shown: PageLocator,
): Promise<Found> {
  const number = nth === undefined ? 1 : Number.parseInt(nth, 10);
  if (within?.by !== "row") {
    const there = number >= 1 && number <= (await counted(session, shown, reading));
    return there ? { element: shown.nth(number - 1), count: 1 } : NOTHING;
  }
  const text = within.value;
  if (text.trim() === "") throw invalidStep("The row has no text to find it by.");
  const inRow = () => asked(session, reading, () => inRowOf(shown, text));
  const found = await inRow();
  const one = found[number - 1];
  if (one === undefined) return NOTHING;
  const isClear = nth === undefined ? found.length === 1 : new Set(found.map(({ row }) => row)).size === 1;
  const placed = shown.nth(one.place);
  if (!isClear) return { element: placed, count: found.length };
  // Rows may be reordered before the action, so the element is located by its row, and by its position only if that does not find it.
  const held = heldInRow(shown, reading, text, one);
  const holds = held === null ? null : await counted(session, held, reading);
  if (held !== null && holds === found.length) {
    return { element: nth === undefined ? held : held.nth(number - 1), count: 1 };
  }
  // A removed row has left its position to another.
  const isThere = holds !== 0 || (await inRow())[number - 1]?.place === one.place;
  return isThere ? { element: placed, count: 1 } : NOTHING;
}

/** Returns the element located by the text of its row, which is `above` elements up; null if that does not find it. */
function heldInRow(shown: PageLocator, reading: Locator, text: string, { above, inWord }: InRow): PageLocator | null {
  if (above === null) return null;
  const hasText = inWord ? partIn(text) : wordsIn(text);
  if (above === 0) return shown.filter({ hasText });
  const rows = shown.locator(`xpath=${Array(above).fill("..").join("/")}`).filter({ hasText });
  return locate(rows, reading).filter({ visible: true });
}

/** Waits until exactly one element matches. Throws ActionFailed with the match counts of every locator when the action's time is up. */
export async function findOne(doing: Doing): Promise<PageLocator> {
  const { session, action, left } = doing;
  const { target } = action;
  if (target === undefined || target.locators.length === 0)
    throw new ActionFailed(`The action ${action.op} has no target.`);
  const began = performance.now();
  for (let round = 0; ; round += 1) {
    const matches: Match[] = [];
    for (const [used, locator] of target.locators.entries()) {
      const { element, count } = await findVisible(session, target, locator);
      matches.push({ locator, count });
      // The first locator gets some time, because an element that appears late is not drift.
      if (element !== null && (used === 0 || performance.now() - began > Math.min(DRIFT_AFTER_MS, left() / 2))) {
        doing.found = locator;
        if (used > 0) doing.drifted(used, target.locators.length);
        return element;
      }
    }
    if (left() <= 0) throw notFound(target, await toldApart(session, target, matches));
    await session.guard.sleep(Math.min(AGAIN_MS[round] ?? 250, Math.max(1, left())));
  }
}

/** Returns the number of matching elements. Rejects while the page navigates, when Playwright's own count returns 0. */
const counted = (session: Session, found: PageLocator, locator: Locator): Promise<number> =>
  asked(session, locator, () =>
    found
      .evaluateAll((all) => all.length)
      .catch((error: unknown) => {
        if (error instanceof Error && /Failed to find frame/.test(error.message)) return 0;
        throw error;
      }),
  );

/** Returns what the page reports about a locator's matches; an invalid selector is a failure of the definition. */
async function asked<T>({ guard, limits, page }: Session, locator: Locator, ask: () => Promise<T>): Promise<T> {
  try {
    return await guard.run(untraced(page, ask), limits.actionMs);
  } catch (error) {
    guard.signal.throwIfAborted();
    const message = error instanceof Error ? error.message : "";
    if (/strict mode violation/.test(message))
      throw new ActionFailed("More than one frame of the page matches the target's frame.");
    if (/not a valid selector|Unexpected token|Unsupported token|while parsing/i.test(message))
      throw invalidStep(`The locator ${describeLocator(locator)} cannot be read: it is not valid.`);
    if (/evaluateAll: \w*Error: /.test(message))
      throw new ActionFailed("The page's own scripts prevent its rows from being read.");
    throw error;
  }
}

/** A page that is navigating has no document for a moment. */
function unlessLeadingOn<T>(asked: Promise<T>, none: T): Promise<T> {
  return asked.catch((error: unknown) => {
    const message = error instanceof Error ? error.message : "";
    if (/Frame was detached|navigat/i.test(message) || isDocumentGone(error) || isPageGone(error)) return none;
    throw error;
  });
}

/** Maximum number of elements with the same name to distinguish; more are not helpful. */
const MAX_APART = 4;
const APART_MS = 1_000;

/** Returns the matches; the first that has several elements also gets what distinguishes them. */
async function toldApart(session: Session, target: Target, matches: readonly Match[]): Promise<Match[]> {
  const several = matches.find(({ count }) => count > 1);
  // Rows are matched on the elements found, so further words of the row would not distinguish them.
  if (several === undefined || isNarrow(target)) return [...matches];
  const { page, guard, mask } = session;
  for (const reading of readings(target, several.locator)) {
    const shown = locate(scopeOf(page, target), reading).filter({ visible: true });
    const wish = { rows: ROWS.slice("css=".length), most: MAX_APART };
    const apart = await bounded(
      guard,
      untraced(page, () => shown.evaluateAll(readApart, wish)),
      APART_MS,
    );
    if (apart == null || apart.names.length < 2) continue;
    const told = { by: apart.by, names: apart.names.map(mask) };
    return matches.map((one) => (one === several ? { ...one, apart: told } : one));
  }
  return [...matches];
}

function notFound(target: Target, matches: Match[]): ActionFailed {
  const told = matches.map(({ locator, count }) => `${describeLocator(locator)} matched ${count}`).join(", ");
  const where = target.within ? ` inside ${describeLocator(target.within)}` : target.frame ? " in the frame" : "";
  const much = matches.some(({ count }) => count > 1);
  return new ActionFailed(`${much ? "Not exactly one element" : "No element"} was found${where}: ${told}.`, {
    matches,
    timedOut: true,
  });
}
