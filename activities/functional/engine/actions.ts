// What steps do to a page: one entry per op.
import type { Locator } from "playwright";
import { CALL_TIMED_OUT, CaptureFailure } from "../../../browsers/page/failures.ts";
import { fillField } from "../../../browsers/page/fill.ts";
import { bounded as inTime } from "../../../browsers/page/inTime.ts";
import { untraced } from "../../../browsers/page/inTrace.ts";
import { openPage } from "../../../browsers/page/navigate.ts";
import { KEYS } from "../../../domain/functional/keys.ts";
import { HOW_TO_KEEP } from "../../../domain/functional/secrets/cleanText.ts";
import { isPasswordField } from "../../../domain/functional/secrets/passwordFields.ts";
import { AddressRefusedError } from "../../../domain/net/errors.ts";
import { isSiteAway } from "../../../domain/runs/siteAway.ts";
import { oneLine } from "../../../domain/text.ts";
import { resolveOnSite } from "../../../domain/visual/scenarioUrl.ts";
import { ActionFailed, invalidStep } from "./failed.ts";
import { fileOf } from "./files.ts";
import { findOne, isNarrow, locate, scopeOf } from "./find.ts";
import type { Doing, Session } from "./session.ts";
import { settleTabs, useTab } from "./tabs.ts";

export type Action = (doing: Doing) => Promise<void>;

/** An action on the target's element: the Playwright call, with the remaining time. */
const toElement =
  (how: (element: Locator, value: string, timeout: number, doing: Doing) => Promise<unknown>): Action =>
  async (doing) => {
    const element = await findOne(doing);
    await doing.met(element);
    const timeout = Math.max(1, doing.left());
    await bounded(doing, how(element, doing.action.value ?? "", timeout, doing), timeout);
  };

/** The same for a checkbox or radio button; if it cannot be used, the failure names the label that may operate it. */
const toBox =
  (how: (element: Locator, timeout: number) => Promise<void>): Action =>
  async (doing) => {
    let box: Locator | null = null;
    try {
      await toElement((element, _value, timeout) => {
        box = element;
        return how(element, timeout);
      })(doing);
    } catch (error) {
      if (!(error instanceof ActionFailed) || box === null) throw error;
      throw new ActionFailed(error.message, { ...error.saw, label: await labelOf(doing, box) });
    }
  };

export const ACTIONS = {
  async goto(doing) {
    const { session, action } = doing;
    const url = addressOf(action.value ?? "", session.baseUrl);
    await visit(doing, url);
  },
  async goBack(doing) {
    const { page } = doing.session;
    const answered = await bounded(doing, page.goBack({ waitUntil: "commit", timeout: 0 }), doing.left());
    if (answered === null && page.url() === "about:blank") throw new ActionFailed("No page to go back to.");
  },
  async switchTab({ session, action, left }) {
    const { tabs, guard } = session;
    if (action.value !== "first" && action.value !== "new") throw invalidStep('A tab is "first" or "new".');
    for (;;) {
      await settleTabs(session);
      const tab = action.value === "first" ? tabs.open[0] : tabs.open.slice(1).at(-1);
      if (tab !== undefined) return useTab(session, tab);
      if (left() <= 0) throw new ActionFailed("The page has opened no new tab.", { timedOut: true });
      await guard.sleep(Math.min(TAB_AGAIN_MS, Math.max(1, left())));
    }
  },
  async closeTab(doing) {
    const { page, tabs } = doing.session;
    if (page === tabs.open[0]?.page) throw invalidStep("The first tab is not closed: the scenario runs in it.");
    await bounded(doing, page.close(), doing.left());
  },
  async reload(doing) {
    await bounded(doing, doing.session.page.reload({ waitUntil: "load", timeout: 0 }), doing.left());
  },
  click: toElement((element, _value, timeout) => element.click({ timeout })),
  dblclick: toElement((element, _value, timeout) => element.dblclick({ timeout })),
  hover: toElement((element, _value, timeout) => element.hover({ timeout })),
  fill: toElement(async (element, value, timeout, doing) => {
    if (doing.secret) await requireOwnPage(doing, element);
    else if (doing.session.writesDown && value !== "") await requireNoPassword(doing, element, value);
    try {
      await fillField(element, value, timeout);
    } catch (error) {
      // Recordings do not tell a list of options from a field.
      if (!/is not an <input>/.test(String(error)) || !(await isList(element, timeout))) throw error;
      await choose(element, value, timeout, doing);
    }
  }),
  clear: toElement((element, _value, timeout) => element.fill("", { timeout })),
  select: toElement(choose),
  check: toBox((element, timeout) => element.check({ timeout })),
  uncheck: toBox((element, timeout) => element.uncheck({ timeout })),
  async press(doing) {
    const key = doing.action.value ?? doing.action.name ?? "";
    if (!KEYS.test(key)) throw invalidStep(`"${key.slice(0, 40)}" is not a key.`);
    if (doing.action.target === undefined)
      return bounded(doing, named(doing.session.page.keyboard.press(key), key), doing.left());
    const element = await findOne(doing);
    await doing.met(element);
    await bounded(doing, named(element.press(key, { timeout: Math.max(1, doing.left()) }), key), doing.left());
  },
  async type(doing) {
    const { session, action, secret } = doing;
    const { page, writesDown } = session;
    if (secret) throw invalidStep('A secret is typed into a named field: write I fill in "…" with "…".');
    const focused = page.locator("*:focus");
    if (writesDown && (await bounded(doing, focused.count(), doing.left())) === 1)
      await requireNoPassword(doing, focused, action.value ?? "");
    const nowhere = () => !document.activeElement || document.activeElement === document.body;
    if (await bounded(doing, page.evaluate(nowhere), doing.left()))
      throw new ActionFailed("Nothing has the focus: click the field first.");
    await bounded(doing, page.keyboard.type(action.value ?? ""), doing.left());
  },
  async scroll(doing) {
    const { page } = doing.session;
    const { target, value = "" } = doing.action;
    if (target !== undefined) {
      const element = await findOne(doing);
      await doing.met(element);
      return bounded(doing, element.scrollIntoViewIfNeeded({ timeout: Math.max(1, doing.left()) }), doing.left());
    }
    const share = value === "top" ? 0 : value === "bottom" || value === "" ? 100 : Number.parseFloat(value);
    if (!Number.isFinite(share) || share < 0 || share > 100)
      throw invalidStep('A page is scrolled to "top", to "bottom", or to a percentage such as "50%".');
    const scrolled = page.evaluate((part) => {
      const root = document.scrollingElement ?? document.documentElement;
      window.scrollTo({ top: ((root.scrollHeight - window.innerHeight) * part) / 100, behavior: "instant" });
    }, share);
    return bounded(doing, scrolled, doing.left());
  },
  upload: toElement((element, value, timeout, { action, secret }) => {
    if (secret) throw invalidStep("A secret cannot be uploaded.");
    return element.setInputFiles(fileOf(action.name, value), { timeout });
  }),
  async drag(doing) {
    const { value = "", target } = doing.action;
    const element = await findOne(doing);
    await doing.met(element);
    const scope = scopeOf(doing.session.page, { ...target, locators: [] });
    // A drop zone has a label but is not a field, which is what a locator by label would match.
    const there = locate(scope, { by: "text", value, exact: true })
      .or(scope.getByLabel(value, { exact: true }))
      .first();
    const shown = there.waitFor({ state: "visible", timeout: Math.max(1, doing.left()) }).then(
      () => true,
      () => false,
    );
    if (!(await bounded(doing, shown, doing.left())))
      throw new ActionFailed(`No element named "${value}" to drop it on.`);
    await bounded(doing, element.dragTo(there, { timeout: Math.max(1, doing.left()) }), doing.left());
  },
  async waitFor(doing) {
    const { target, value = "" } = doing.action;
    if (target === undefined) {
      const ms = Number.parseInt(value, 10);
      if (!Number.isFinite(ms) || ms < 0)
        throw invalidStep("A wait without a target needs a duration in milliseconds.");
      return doing.session.guard.sleep(Math.min(ms, doing.left()));
    }
    const element = await findOne(doing);
    await bounded(doing, element.waitFor({ state: "visible", timeout: Math.max(1, doing.left()) }), doing.left());
  },
  async dialog({ session, action }) {
    const { value = "accept", name } = action;
    if (!/^(accept|dismiss)$/.test(value)) throw invalidStep('A dialog is answered with "accept" or "dismiss".');
    const { seen } = session;
    // What was announced for a dialog that never came does not answer a later one.
    seen.answers = [...(seen.announcing ? seen.answers : []), { accept: value === "accept", text: name }];
    seen.announcing = true;
  },
  async setCookie(doing) {
    const { session, action, secret } = doing;
    const { name = "", value = "" } = action;
    if (secret) throw invalidStep("A secret cannot be set as a cookie: add the cookie to the environment's access.");
    if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) throw invalidStep("A cookie needs a name.");
    const { origin } = new URL(session.baseUrl);
    const set = session.lease.context.addCookies([{ name, value, url: origin }]);
    await bounded(doing, set, doing.left());
  },
  async clearCookies(doing) {
    await bounded(doing, doing.session.lease.context.clearCookies(), doing.left());
  },
} satisfies Record<string, Action>;

const TAB_AGAIN_MS = 100;
const LABEL_MS = 1_000;

/** Returns the text of a checkbox's first visible label; null if it has none, or the page did not respond. */
async function labelOf({ session }: Doing, box: Locator): Promise<string | null> {
  const read = untraced(session.page, () =>
    box.evaluate(
      (one) =>
        [...((one as HTMLInputElement).labels ?? [])]
          .filter((label) => label.checkVisibility({ checkVisibilityCSS: true }))
          .map((label) => (label.textContent ?? "").replace(/\s+/g, " ").trim())
          .find((text) => text !== "") ?? null,
      undefined,
      { timeout: LABEL_MS },
    ),
  );
  return (await inTime(session.guard, read, LABEL_MS)) ?? null;
}

/** Returns the address `goto` opens; always on the environment's origin. */
export function addressOf(value: string, baseUrl: string): string {
  let url: string;
  try {
    url = resolveOnSite(value, baseUrl);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw invalidStep(`The address cannot be opened: it ${error.message}.`);
  }
  const { origin } = new URL(baseUrl);
  if (new URL(url).origin !== origin)
    throw invalidStep(`The address is not on the environment (${origin}): a scenario can only open pages on it.`);
  return url;
}

async function visit(doing: Doing, url: string): Promise<void> {
  const { page, guard, entrance, traffic, explainFailure, limits } = doing.session;
  const open = () => {
    const loadMs = Math.max(1, Math.min(limits.loadMs, doing.left()));
    return openPage(page, url, guard, traffic, loadMs, explainFailure);
  };
  try {
    // Later pages may be the sign-in page because the scenario has signed out.
    await (entered.has(doing.session) ? open() : entrance.openWith(url, open));
  } catch (error) {
    // An unreachable site or a failed sign-in does not fail the step: the scenario is inconclusive.
    if (!(error instanceof CaptureFailure) || isUnjudged(error.reason)) throw error;
    const status = error.reason.data?.status;
    // A "not found" page is a page, and may be what the scenario is about; an access error is not.
    const page404 = typeof status === "number" && status >= 400 && status < 500 && status !== 401 && status !== 403;
    if (!page404) throw new ActionFailed(error.message, { timedOut: error.reason.code === "timeout" });
    await guard.run(
      page.waitForLoadState("load", { timeout: 0 }),
      limits.loadMs,
      () => new ActionFailed(error.message),
    );
  }
  await requireSignedIn(doing.session);
}

const UNJUDGED: ReadonlySet<string> = new Set(["host_not_found", "sign_in_failed"]);
const isUnjudged = (reason: CaptureFailure["reason"]): boolean => isSiteAway(reason) || UNJUDGED.has(reason.code);

const entered = new WeakSet<Session>();

/** A failed sign-in shows on the first page; it is a problem of the environment, not of a step. */
async function requireSignedIn(session: Session): Promise<void> {
  if (entered.has(session)) return;
  entered.add(session);
  await session.entrance.requireSignedIn();
}

/** Recorded values are stored, and only the field itself reveals that it is for a password. A value of `{env.X}` is not part of the sentence. */
async function requireNoPassword({ session, step, left }: Doing, element: Locator, value: string): Promise<void> {
  if (!JSON.stringify([step.text, step.args]).includes(JSON.stringify(value).slice(1, -1))) return;
  const said = element.evaluate(
    (field) => ({
      type: field instanceof HTMLInputElement ? field.type : "",
      autocomplete: field.getAttribute("autocomplete") ?? "",
    }),
    null,
    { timeout: Math.max(1, left()) },
  );
  if (isPasswordField(await session.guard.run(said, left())))
    throw new ActionFailed(
      `The field is one for a password or code, so what is typed there is not recorded. ${HOW_TO_KEEP}`,
    );
}

/** A secret is typed only into pages of the environment: a page reached by a link must not get it. */
async function requireOwnPage({ session, action, found, left }: Doing, element: Locator): Promise<void> {
  const { origin } = new URL(session.baseUrl);
  const handle = await session.guard.run(element.elementHandle({ timeout: Math.max(1, left()) }), left());
  const frame = await session.guard.run(handle?.ownerFrame() ?? Promise.resolve(null), 5_000);
  const place = URL.parse(frame?.url() ?? session.page.url());
  const top = URL.parse(session.page.url());
  if (place?.origin !== origin || top?.origin !== origin)
    throw new ActionFailed(
      `A secret can only be typed on the environment's own pages, and this is a page of ${place?.host || "another site"}.`,
    );
  const { target } = action;
  session.secretFields.push(element);
  // A field found by row or number may become another one later, so all fields of its name stay covered. Locators that were never
  // used may be invalid, and would then prevent the screenshot.
  if (target && found && isNarrow(target)) session.secretFields.push(locate(scopeOf(session.page, target), found));
}

const OPTIONS_AGAIN_MS = 100;

const isList = (element: Locator, timeout: number): Promise<boolean> =>
  untraced(element.page(), () => element.evaluate((one) => one.tagName === "SELECT", null, { timeout })).catch(
    () => false,
  );

/** Selects by the option's label, else by its value. Lists that depend on another one get their options late, so it waits for the option. */
async function choose(element: Locator, value: string, timeout: number, { session, left }: Doing): Promise<void> {
  await untraced(element.page(), () => element.waitFor({ state: "attached", timeout }));
  for (;;) {
    const options = await untraced(element.page(), () =>
      element
        .locator("option")
        .evaluateAll((all) => (all as HTMLOptionElement[]).map((one) => ({ label: one.label, value: one.value }))),
    );
    const labels = options.map(({ label }) => oneLine(label));
    const isLabel = labels.includes(value);
    if (isLabel || options.some((one) => one.value === value)) {
      await element.selectOption(isLabel ? { label: value } : { value }, { timeout: Math.max(1, left()) });
      return;
    }
    if (left() <= 0) {
      const message = `The list has no option "${value.slice(0, 100)}".`;
      const saw = { expected: value, actual: labels.slice(0, 20).join(", ").slice(0, 300) };
      // A list with a placeholder at most is still waiting for its options.
      throw labels.length > 1 ? invalidStep(message, saw) : new ActionFailed(message, { ...saw, timedOut: true });
    }
    await session.guard.sleep(Math.min(OPTIONS_AGAIN_MS, Math.max(1, left())));
  }
}

function named<T>(pressed: Promise<T>, key: string): Promise<T> {
  return pressed.catch((error: unknown) => {
    if (error instanceof Error && /Unknown key/.test(error.message)) throw invalidStep(`"${key}" is not a key.`);
    throw error;
  });
}

/**
 * Waits for a Playwright call. Its error message contains a log with typed values, so only the sentence that says why the
 * element could not be used is taken from it.
 */
export async function bounded<T>({ session, action }: Doing, done: Promise<T>, ms: number): Promise<T> {
  const { guard } = session;
  try {
    // Playwright's own timeout is slightly shorter, because its error says why.
    return await guard.run(
      done,
      ms + 1_000,
      () => new ActionFailed("The page did not answer in time.", { timedOut: true }),
    );
  } catch (error) {
    guard.signal.throwIfAborted();
    if (error instanceof ActionFailed || error instanceof CaptureFailure) throw error;
    const message = error instanceof Error ? error.message : "";
    const timedOut = CALL_TIMED_OUT.test(message);
    throw new ActionFailed(`The action ${action.op} could not be done: ${hindrance(message)}.`, { timedOut });
  }
}

/** First match wins. Messages of Playwright 1.64. */
const HINDRANCES: readonly (readonly [RegExp, string])[] = [
  [/intercepts pointer events/, "another element covers it"],
  [/element is not enabled/, "the element is disabled"],
  [/element is not visible|not visible/, "the element is hidden"],
  [/element is not stable/, "the element keeps moving"],
  [/outside of the viewport/, "the element lies outside of the window"],
  [/readonly|not editable/i, "the element cannot be edited"],
  [/not an <input>|not a <select>|Not a checkbox/i, "the element is of another kind"],
  [/strict mode violation/, "more than one element matches"],
  [/detached/, "the element was taken out of the page"],
  [/did not change its state/, "a click does not change its state"],
  [/navigating|ERR_ABORTED|NS_BINDING_ABORTED/, "the page navigated away"],
  [CALL_TIMED_OUT, "the page took too long"],
];

function hindrance(message: string): string {
  return HINDRANCES.find(([words]) => words.test(message))?.[1] ?? "the page did not allow it";
}
