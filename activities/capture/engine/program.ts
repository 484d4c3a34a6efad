// The single call that prepares a page for its screenshot: its source is assembled here and sent to the page, because each round
// trip to a busy browser takes 2 to 20 ms and a dozen stabilisers would need a dozen of them.

import type { Clip } from "../../../browsers/page/pageDriver.ts";
import type { ShotSpec } from "../../../domain/visual/shot.ts";
import { inPageSource, partsIn } from "../stabilisers/index.ts";
import { pageTools, type ToolSettings } from "../stabilisers/pageTools.ts";
import type { PageTools, Stabiliser } from "../stabilisers/stabiliser.ts";
import { applyContentRules, type RuleInPage } from "./contentRules.ts";

/** `clip`: the full area of the shot, however large; null: the selector's element is missing or not visible. */
export type ProgramReport = {
  clip: Clip | null;
  /** Of a whole page whose content scrolls inside an element: the height of that content, and of what is visible of it, in CSS pixels. */
  inner: { height: number; shown: number } | null;
  /** Number of elements that the shot's selector matched. */
  matched: number;
  /** Stabilisers that failed, with their error's message. */
  failed: { name: string; message: string }[];
  /** Selectors of the scenario that are invalid CSS. */
  invalid: string[];
  dismissed: number;
  /** Number of elements each content and page rule matched, by the rule's id. */
  applied: Record<string, number>;
  /** Duration of each part in ms. */
  timings: Record<string, number>;
};

type ProgramSettings = ToolSettings & {
  dismiss: string[];
  hide: string[];
  remove: string[];
  rules: RuleInPage[];
  /** Rules whose elements are counted. */
  counted: { id: string; selector: string }[];
};

type Part = [name: string, boundMs: number, run: (tools: PageTools) => Promise<void> | void];

/** `all`: the first time. `again`: before a later frame, when the page may have changed since. */
export type ProgramKind = "all" | "again";

/** Returns the expression to evaluate, and the time in ms that its parts may take together. */
export function programSource(
  kind: ProgramKind,
  spec: ShotSpec,
  enabled: readonly Stabiliser[],
  page: { holdsImages: boolean; maxHeight: number },
): { expression: string; boundMs: number } {
  const phases = kind === "all" ? (["before", "settle", "shoot"] as const) : (["shoot"] as const);
  const has = (phase: "before" | "settle" | "shoot"): string =>
    phases.some((one) => one === phase) ? inPageSource(enabled, phase) : "[]";
  const settings: ProgramSettings = {
    dismiss: kind === "all" ? spec.dismissSelectors : [],
    hide: spec.hideSelectors,
    remove: spec.removeSelectors,
    rules: spec.contentRules.map(({ id, selector, normalize }) => ({ id, selector, normalize })),
    counted: [...spec.contentRules, ...(spec.pageRules ?? [])].map(({ id, selector }) => ({ id, selector })),
    selector: spec.selector,
    fullPage: spec.selector === null,
    hasSteps: spec.steps.length > 0,
    maxHeight: page.maxHeight,
    holdsImages: page.holdsImages,
  };
  const parts = `${has("before")},${has("settle")},${has("shoot")}`;
  const expression = `(${runInPage})((${pageTools})(${JSON.stringify(settings)}),${parts},${applyContentRules},${JSON.stringify(settings)})`;
  const bounds = enabled.flatMap((one) => phases.flatMap((phase) => partsIn(one, phase).map(() => one.boundMs)));
  return { expression, boundMs: bounds.reduce((sum, ms) => sum + ms, 0) };
}

/** Runs in the page. */
const runInPage = async (
  tools: Omit<PageTools, "boundMs">,
  before: Part[],
  settle: Part[],
  shoot: Part[],
  applyRules: typeof applyContentRules,
  settings: ProgramSettings,
): Promise<ProgramReport> => {
  const report: ProgramReport = {
    clip: null,
    inner: null,
    matched: 0,
    failed: [],
    invalid: [],
    dismissed: 0,
    applied: {},
    timings: {},
  };
  const run = async (parts: Part[]): Promise<void> => {
    for (const [name, boundMs, work] of parts) {
      const began = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      try {
        const done = work({ ...tools, boundMs });
        if (done !== undefined) {
          const late = new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(new Error("late")), boundMs);
          });
          await Promise.race([done, late]);
        }
      } catch (error) {
        report.failed.push({ name, message: error instanceof Error ? error.message : "" });
      }
      clearTimeout(timer);
      report.timings[name] = (report.timings[name] ?? 0) + performance.now() - began;
    }
  };
  const isValid = (selector: string, parts = [selector]): boolean => {
    try {
      for (const part of parts) document.querySelector(part);
      return true;
    } catch {
      report.invalid.push(selector);
      return false;
    }
  };
  const isVisible = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  };

  for (const selector of settings.dismiss) {
    if (!isValid(selector)) continue;
    const found = tools.documents.flatMap((one) => one.querySelector<HTMLElement>(selector) ?? []);
    // Banners may be in shadow trees, which a document's selectors do not reach.
    const inTrees = (): HTMLElement[] =>
      tools
        .elements()
        .filter((one): one is HTMLElement => one.getRootNode() instanceof ShadowRoot && one.matches(selector))
        .slice(0, 1);
    for (const button of found.length > 0 ? found : inTrees()) {
      if (!isVisible(button)) continue;
      button.click();
      report.dismissed += 1;
    }
  }
  if (report.dismissed > 0) {
    await tools.frame();
    await tools.frame();
  }
  const css: string[] = [];
  const withStyle = (selectors: string[], name: string, value: string): void => {
    for (const selector of selectors) {
      const parts = tools.parts(selector);
      if (!isValid(selector, parts)) continue;
      if (parts.length === 1) css.push(`${selector}{${name}:${value}!important}`);
      // No sheet leads from one tree into another.
      else
        for (const element of tools.find(selector))
          (element as HTMLElement).style.setProperty(name, value, "important");
    }
  };
  withStyle(settings.hide, "visibility", "hidden");
  withStyle(settings.remove, "display", "none");
  if (css.length > 0) tools.style("hidden", css.join(""));

  // Each frame resizes the page for a moment (sometimes to 1×1): what its scripts would do then is not what a visitor sees.
  const held = "plumbline:held";
  if (performance.getEntriesByName(held).length === 0) {
    performance.mark(held);
    const hold = (event: Event): void => event.stopImmediatePropagation();
    for (const view of [window, window.visualViewport]) view?.addEventListener("resize", hold, { capture: true });
  }

  await run(before);
  await run(settle);
  if (settings.rules.length > 0) {
    const invalid = applyRules(tools, settings.rules);
    report.invalid.push(...settings.rules.filter(({ id }) => invalid.includes(id)).map(({ selector }) => selector));
  }
  for (const { id, selector } of settings.counted) {
    if (report.invalid.includes(selector)) continue;
    report.applied[id] = tools.find(selector).length;
  }
  await run(shoot);

  const root = document.documentElement;
  const body: HTMLElement | null = document.body;
  if (settings.selector === null) {
    const width = Math.max(root.scrollWidth, root.clientWidth, body?.scrollWidth ?? 0, 1);
    // In quirks mode the body's own height counts; otherwise it may overflow intentionally.
    const height = Math.max(root.scrollHeight, root.clientHeight, body?.scrollHeight ?? 0, 1);
    report.clip = { x: 0, y: 0, width, height };
    // Only what covers most of the window is the page's content; a list beside it may scroll as it likes.
    let scroller = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; scroller !== null && scroller !== body && scroller !== root; scroller = scroller.parentElement) {
      const { clientWidth, clientHeight, scrollHeight } = scroller;
      const scrolls = scrollHeight > clientHeight + 1 && /auto|scroll/.test(getComputedStyle(scroller).overflowY);
      if (!scrolls || clientWidth * clientHeight < (innerWidth * innerHeight) / 2) continue;
      report.inner = { height: scrollHeight, shown: clientHeight };
      break;
    }
    return report;
  }
  if (!isValid(settings.selector)) return report;
  const matches = document.querySelectorAll(settings.selector);
  report.matched = matches.length;
  const [element] = matches;
  if (element === undefined || !isVisible(element)) return report;
  // Scrolled out of view inside a scrolling container: content not shown there cannot be drawn.
  for (let parent = element.parentElement; parent !== null && parent !== body && parent !== root; ) {
    const { overflowX, overflowY } = getComputedStyle(parent);
    const scrolls = /auto|scroll|hidden/.test(overflowX + overflowY);
    if (scrolls && (parent.scrollHeight > parent.clientHeight || parent.scrollWidth > parent.clientWidth)) {
      const outer = parent.getBoundingClientRect();
      const inner = element.getBoundingClientRect();
      if (inner.top < outer.top || inner.bottom > outer.bottom) parent.scrollTop += inner.top - outer.top;
      if (inner.left < outer.left || inner.right > outer.right) parent.scrollLeft += inner.left - outer.left;
    }
    parent = parent.parentElement;
  }
  const box = element.getBoundingClientRect();
  const x = Math.max(0, Math.floor(box.left + scrollX));
  const y = Math.max(0, Math.floor(box.top + scrollY));
  const width = Math.ceil(box.right + scrollX) - x;
  const height = Math.ceil(box.bottom + scrollY) - y;
  if (width > 0 && height > 0) report.clip = { x, y, width, height };
  return report;
};
