// What steps expect of a page: one entry per op. Each is checked repeatedly until it holds or its time is up.

import type { Locator } from "playwright";
import { CALL_TIMED_OUT } from "../../../browsers/page/failures.ts";
import { isDocumentGone, isPageGone } from "../../../browsers/page/gone.ts";
import { DRIFT_AFTER_MS } from "../../../domain/functional/limits.ts";
import { describeLocator } from "../../../domain/functional/locatorWords.ts";
import type { Target } from "../../../domain/functional/target.ts";
import { addressMatches, countComparison, textMatches } from "../../../domain/functional/textMatch.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import { ActionFailed, invalidStep, type Saw } from "./failed.ts";
import { findOne, hasPlace, visibleElements } from "./find.ts";
import type { Doing } from "./session.ts";
import { EVENT_EXPECTATIONS } from "./trackingExpectations.ts";

export type Expectation = (doing: Doing) => Promise<void>;
type Answer = { holds: boolean; expected: string; actual: string };

const AGAIN_MS = [30, 70, 150, 250] as const;
/** A page gets at least this long to answer, because a busy one may need longer than the time of the expectation. */
const MIN_ANSWER_MS = 10_000;

/** Checks repeatedly until the expectation holds. The last value seen becomes the failure's `actual`. */
export async function eventually(doing: Doing, what: string, ask: () => Promise<Answer>, saw: Saw = {}): Promise<void> {
  const { guard } = doing.session;
  let last: Answer | null = null;
  for (let round = 0; ; round += 1) {
    let isOther = false;
    const answerMs = Math.max(MIN_ANSWER_MS, doing.left());
    const answer = await guard
      .run(ask(), answerMs, () => new ActionFailed("The page did not answer.", { timedOut: true }))
      .catch((error: unknown) => {
        isOther = error instanceof Error && OTHER_KIND.test(error.message);
        return isOther ? null : passing(error);
      });
    if (answer?.holds) return;
    last = answer ?? last;
    if (doing.left() <= 0) {
      if (isOther) throw new ActionFailed(`${what} cannot be read: the element is of another kind.`, saw);
      const { expected = "", actual = "" } = last ?? {};
      const seen = { ...saw, expected: truncate(expected, 500), actual: truncate(actual, 500) };
      throw new ActionFailed(`${what}: expected ${shown(expected)}, but it was ${shown(actual)}.`, seen);
    }
    await guard.sleep(Math.min(AGAIN_MS[round] ?? 250, Math.max(1, doing.left())));
  }
}

const shown = (text: string): string => (text === "" ? "nothing" : `"${truncate(text, 200)}"`);

/** Playwright's messages for an element that does not have what is read. */
const OTHER_KIND = /Not a checkbox|is not an? (?:HTMLElement|<)/;

/** A document that is being replaced is checked again. */
function passing(error: unknown): null {
  const message = error instanceof Error ? error.message : "";
  const isPassing = /detached|strict mode/.test(message) || CALL_TIMED_OUT.test(message);
  if (isPassing || isDocumentGone(error) || isPageGone(error)) return null;
  throw error;
}

/** Checks a property of the target's element. */
const ofElement =
  (what: string, ask: (element: Locator, doing: Doing) => Promise<Answer>): Expectation =>
  async (doing) => {
    const element = await findOne(doing);
    await doing.met(element);
    await eventually(doing, what, () => ask(element, doing));
  };

const state = (
  what: string,
  expected: string,
  other: string,
  is: (element: Locator) => Promise<boolean>,
): Expectation =>
  ofElement(what, async (element) => {
    const holds = await is(element);
    return { holds, expected, actual: holds ? expected : other };
  });

const SHORT = { timeout: 1_000 } as const;

/** Runs inside a page: the text that people can read. Browsers return the text of a hidden element as if it was shown. */
function shownText(one: Element): string {
  // The options of a closed list have no boxes of their own.
  const list = one.matches("option, optgroup") ? one.closest("select") : null;
  let part: Element | null = list ?? one;
  while (part !== null && getComputedStyle(part).display === "contents") part = part.parentElement;
  if (part?.checkVisibility() === false) return "";
  if (list !== null) return one.textContent ?? "";
  // biome-ignore lint/performance/useDomNodeTextContent: what people can read, without hidden parts
  return "innerText" in one ? String(one.innerText) : (one.textContent ?? "");
}

export const EXPECTATIONS = {
  ...EVENT_EXPECTATIONS,
  /** Texts and names may occur more than once on a page: one visible match is enough. */
  async expectVisible(doing) {
    const { session, action } = doing;
    const { target } = action;
    if (target === undefined) throw new ActionFailed("The action expectVisible has no target.");
    const matches = target.locators.map((locator) => ({ locator, count: 0 }));
    const began = performance.now();
    let found: { element: Locator; used: number } | null = null;
    const ask = async () => {
      for (const [used, locator] of target.locators.entries()) {
        const { element, count } = await visibleElements(session, target, locator);
        matches[used] = { locator, count };
        if (element && (used === 0 || performance.now() - began > Math.min(DRIFT_AFTER_MS, doing.left() / 2))) {
          found = { element, used };
          return { holds: true, expected: "visible", actual: "visible" };
        }
      }
      return { holds: false, expected: "visible", actual: "not there" };
    };
    await eventually(doing, `The element (${target.locators.map(describeLocator).join(", ")})`, ask, {
      matches,
      timedOut: true,
    });
    const { element, used } = found as unknown as { element: Locator; used: number };
    if (used > 0) doing.drifted(used, target.locators.length);
    await doing.met(element);
  },
  async expectHidden(doing) {
    const { session, action } = doing;
    const { target } = action;
    if (target === undefined) throw new ActionFailed("The action expectHidden has no target.");
    await eventually(doing, "The element", async () => {
      let visible = 0;
      for (const locator of target.locators) visible += (await visibleElements(session, target, locator)).count;
      return { holds: visible === 0, expected: "hidden", actual: `${visible} visible` };
    });
  },
  async expectText(doing) {
    const { action, session } = doing;
    const expected = oneLine(action.value ?? "");
    if (action.target === undefined)
      return eventually(doing, "The page's text", async () => {
        // biome-ignore lint/performance/useDomNodeTextContent: what people can read, without scripts and hidden parts
        const actual = oneLine(await session.page.locator("body").innerText(SHORT));
        return { holds: textMatches("contains", expected, actual), expected, actual };
      });
    const ask = ofElement("The text", async (element) => {
      const actual = oneLine(await element.evaluate(shownText, undefined, SHORT));
      return { holds: textMatches(action.match ?? "is", expected, actual), expected, actual };
    });
    return ask(doing);
  },
  expectValue: ofElement("The value", async (element, { action }) => {
    const actual = await fieldValue(element);
    const expected = action.value ?? "";
    return { holds: textMatches(action.match ?? "is", expected, actual), expected, actual };
  }),
  expectChecked: ofElement("The box", async (element, { action }) => {
    const wanted = !/^(false|no|unchecked)$/.test(action.value ?? "");
    const checked = await element.isChecked(SHORT);
    const word = (is: boolean) => (is ? "checked" : "not checked");
    return { holds: checked === wanted, expected: word(wanted), actual: word(checked) };
  }),
  expectEnabled: state("The element", "enabled", "disabled", (element) => element.isEnabled(SHORT)),
  expectDisabled: state("The element", "disabled", "enabled", (element) => element.isDisabled(SHORT)),
  expectAttribute: ofElement("The attribute", async (element, { action }) => {
    const { name = "", value, match = "is" } = action;
    const actual = await element.getAttribute(name, SHORT);
    if (value === undefined) return { holds: actual !== null, expected: name, actual: actual === null ? "" : name };
    return { holds: actual !== null && textMatches(match, value, actual), expected: value, actual: actual ?? "" };
  }),
  expectUrl: (doing) =>
    eventually(doing, "The address", async () => {
      const { value: expected = "", match = "is" } = doing.action;
      const actual = doing.session.page.url();
      return { holds: addressMatches(match, expected, actual), expected, actual: shownAddress(actual, expected) };
    }),
  expectTitle: (doing) =>
    eventually(doing, "The title", async () => {
      const expected = oneLine(doing.action.value ?? "");
      const actual = oneLine(await doing.session.page.title());
      return { holds: textMatches(doing.action.match ?? "is", expected, actual), expected, actual };
    }),
  async expectCount(doing) {
    const { session, action } = doing;
    const { target, value = "", name } = action;
    if (target === undefined) throw new ActionFailed("The action expectCount has no target.");
    const comparison = countComparison(name);
    const wanted = Number(value);
    if (comparison === undefined || !Number.isInteger(wanted))
      throw invalidStep("A count is a whole number, compared by =, >=, <=, > or <.");
    const matches = target.locators.map((locator) => ({ locator, count: 0 }));
    const ask = async () => {
      let count = 0;
      for (const [i, locator] of target.locators.entries()) {
        ({ count } = await visibleElements(session, target, locator));
        matches[i] = { locator, count };
        if (count > 0) break;
      }
      const expected = `${comparison.says}${wanted}`;
      // A table that is missing does not have 0 rows.
      if (count === 0 && !(await hasPlace(session, target)))
        return { holds: false, expected, actual: `0, because ${placeWords(target)} is missing` };
      return { holds: comparison.holds(count, wanted), expected, actual: String(count) };
    };
    await eventually(doing, `The number of elements (${target.locators.map(describeLocator).join(", ")})`, ask, {
      matches,
    });
  },
  async expectTable(doing) {
    const wanted = rowsOf(doing);
    const element = await findOne(doing);
    await doing.met(element);
    await eventually(doing, "The table", async () => {
      const rows = await element.locator("tr, [role=row]").evaluateAll(shownRows);
      return { holds: holdsRows(rows, wanted), expected: words(wanted), actual: words(rows) };
    });
  },
  expectDialog: (doing) =>
    eventually(doing, "The dialog", async () => {
      const { value, match = "is" } = doing.action;
      const messages = doing.session.seen.dialogs.map(({ message }) => message);
      const expected = value === undefined ? "a dialog" : oneLine(value);
      const holds =
        value === undefined ? messages.length > 0 : messages.some((one) => textMatches(match, expected, one));
      return { holds, expected, actual: messages.at(-1) ?? "" };
    }),
  expectCookie: (doing) =>
    eventually(doing, "The cookie", async () => {
      const { name = "", value, match = "is" } = doing.action;
      const { context } = doing.session.lease;
      const cookie = (await context.cookies(doing.session.page.url())).find((one) => one.name === name);
      if (value === undefined) return { holds: cookie !== undefined, expected: name, actual: cookie ? name : "" };
      const holds = cookie !== undefined && textMatches(match, value, cookie.value);
      // Cookies are session secrets, so the actual value is not shown.
      return { holds, expected: value, actual: cookie === undefined ? "" : holds ? value : "another value" };
    }),
  expectDownload: (doing) =>
    eventually(doing, "The download", async () => {
      const { value, match } = doing.action;
      const names = doing.session.seen.downloads;
      if (value === undefined) return { holds: names.length > 0, expected: "a file", actual: names.at(-1) ?? "" };
      const kind = match ?? (value.includes("*") ? "matches" : "is");
      return { holds: names.some((one) => textMatches(kind, value, one)), expected: value, actual: names.at(-1) ?? "" };
    }),
} satisfies Record<string, Expectation>;

/** Runs inside a page: the texts of the visible cells of each visible row. */
function shownRows(all: Element[]): string[][] {
  const CELLS = "[role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  const isShown = (one: Element): boolean => {
    let part: Element | null = one;
    while (part !== null && getComputedStyle(part).display === "contents") part = part.parentElement;
    return part?.checkVisibility() !== false && getComputedStyle(one).visibility === "visible";
  };
  return all
    .filter(isShown)
    .slice(0, 500)
    .map((row) =>
      [...(row instanceof HTMLTableRowElement ? row.cells : row.querySelectorAll(CELLS))]
        .filter(isShown)
        .slice(0, 50)
        .map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim()),
    );
}

const placeWords = ({ within, frame }: Target): string =>
  within ? describeLocator(within) : frame ? describeLocator(frame) : "the page";

/** Returns the value of a field; for a select also the text of the chosen option. */
async function fieldValue(element: Locator): Promise<string> {
  return element.evaluate((node) => {
    if (node instanceof HTMLSelectElement) return node.selectedOptions[0]?.textContent?.trim() ?? node.value;
    return "value" in node ? String(node.value) : (node.textContent ?? "").trim();
  }, undefined);
}

/** Returns the path of the actual address if a path is expected. */
function shownAddress(actual: string, expected: string): string {
  const url = URL.parse(actual);
  return url === null || /^https?:\/\//i.test(expected) ? actual : `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the rows of the step's data table, else of a JSON value. */
function rowsOf({ step, action }: Doing): string[][] {
  if (step.argument?.kind === "table") return step.argument.rows;
  try {
    const rows: unknown = JSON.parse(action.value ?? "");
    if (Array.isArray(rows) && rows.every((row) => Array.isArray(row))) return rows.map((row) => row.map(String));
  } catch {
    // Reported below.
  }
  throw invalidStep("The expected table is missing: write it under the step.");
}

/** Whether the expected rows follow one another in the table, each with the expected cells in order; a header row selects columns. */
function holdsRows(rows: readonly (readonly string[])[], wanted: readonly (readonly string[])[]): boolean {
  const has = (row: readonly string[], cells: readonly string[]): boolean => {
    let at = 0;
    for (const cell of row) if (at < cells.length && textMatches("matches", oneLine(cells[at] ?? ""), cell)) at += 1;
    return at === cells.length;
  };
  let at = 0;
  for (const row of rows) if (at < wanted.length && has(row, wanted[at] ?? [])) at += 1;
  return at === wanted.length;
}

const words = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(" | ")).join("; ");
