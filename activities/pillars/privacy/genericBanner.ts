// Finds a consent banner by the words on its buttons, and presses one. Runs inside a page, so it uses nothing but its argument.
import { PHRASES, type Phrases } from "./phrases.ts";
import type { WorldFrame, Worlds } from "./worlds.ts";

/** Labels of the buttons of the banner's first layer; null where there is none. */
export type Seen = { accept: string | null; reject: string | null; settings: string | null };
export type Press = "accept" | "reject";

type Task = Phrases & { press: Press | null; main: boolean };

/** Undefined: no banner is open in any frame. With `press`, the button is pressed when it is there. */
export async function seeBanner(worlds: Worlds, press: Press | null = null): Promise<Seen | undefined> {
  for (const frame of worlds.frames()) {
    const seen = await seeIn(worlds, frame, press);
    if (seen && (await worlds.shown(frame))) return seen;
  }
  return undefined;
}

/** The same question for a script world of anybody's in a main document: an expression whose value is `Seen` or null. */
export function bannerQuestion(): string {
  const task: Task = { ...PHRASES, press: null, main: true };
  return `(${inPage})(${JSON.stringify(task)})`;
}

async function seeIn(worlds: Worlds, frame: WorldFrame, press: Press | null): Promise<Seen | undefined> {
  if (press !== null && !(await worlds.shown(frame))) return undefined;
  const task: Task = { ...PHRASES, press, main: frame.main };
  const answer = await worlds.evaluate(frame, `(${inPage})(${JSON.stringify(task)})`);
  if (typeof answer !== "object" || answer === null) return undefined;
  const { accept, reject, settings } = answer as Record<string, unknown>;
  return { accept: label(accept), reject: label(reject), settings: label(settings) };
}

const label = (text: unknown): string | null => (typeof text === "string" ? text.slice(0, 60) : null);

/**
 * A banner is a container that looks like a dialog or bar of its own, says something about cookies or privacy, and has a
 * button to accept or reject. In a frame the whole document is the container.
 */
function inPage(task: Task): Seen | null {
  const MOST_ELEMENTS = 30_000;
  const MOST_BUTTONS = 3_000;
  const LONGEST_TEXT = 20_000;
  const buttons: HTMLElement[] = [];
  const stack: (Document | ShadowRoot | Element)[] = [document];
  for (let count = 0; stack.length > 0 && count < MOST_ELEMENTS && buttons.length < MOST_BUTTONS; count += 1) {
    const node = stack.pop();
    if (node === undefined) break;
    if (node instanceof HTMLElement) {
      if (node.matches('button, a, [role="button"], input[type="button"], input[type="submit"]')) buttons.push(node);
      if (node.shadowRoot) stack.push(node.shadowRoot);
    }
    for (let child = node.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
  }

  const textOf = (button: HTMLElement): string => {
    const own = button instanceof HTMLInputElement ? button.value : (button.textContent ?? "");
    return (own.trim() === "" ? (button.getAttribute("aria-label") ?? "") : own).slice(0, 200);
  };
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const fits = (text: string, phrases: string[]): boolean =>
    text.length <= 60 &&
    phrases.some((phrase) => text === phrase || (phrase.includes(" ") && text.startsWith(`${phrase} `)));
  const kindOf = (button: HTMLElement): "accept" | "reject" | "settings" | null => {
    const text = plain(textOf(button));
    if (text === "") return null;
    if (fits(text, task.reject)) return "reject";
    if (fits(text, task.accept)) return "accept";
    return fits(text, task.settings) ? "settings" : null;
  };
  const visible = (element: HTMLElement): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches(":disabled")
    );
  };
  const parentOf = (element: Element): Element | null => {
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  const dialogLike = (element: Element): boolean => {
    if (element.matches('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]')) return true;
    const name = `${element.id} ${element.getAttribute("class") ?? ""}`.slice(0, 500).toLowerCase();
    if (/cookie|consent|gdpr|privacy|cmp-|-cmp/.test(name)) return true;
    const { position } = getComputedStyle(element);
    return position === "fixed" || position === "sticky";
  };

  const kinds = new Map<HTMLElement, "accept" | "reject" | "settings">();
  for (const button of buttons) {
    const kind = kindOf(button);
    if (kind !== null && visible(button)) kinds.set(button, kind);
  }
  const containerOf = (button: HTMLElement): Element | null => {
    let around: Element | null = button;
    let inShadow = "";
    for (let depth = 0; depth < 25 && around; depth += 1) {
      const parent: Element | null = parentOf(around);
      if (parent?.shadowRoot && around.parentElement === null) inShadow = parent.shadowRoot.textContent ?? "";
      around = parent;
      if (!around || around === document.body || around === document.documentElement) break;
      const text = `${around.textContent ?? ""} ${inShadow}`.slice(0, LONGEST_TEXT).toLowerCase();
      if (task.about.some((word) => text.includes(word)) && dialogLike(around)) return around;
    }
    const text = (document.body?.textContent ?? "").slice(0, LONGEST_TEXT).toLowerCase();
    return !task.main && task.about.some((word) => text.includes(word)) ? document.body : null;
  };
  const within = (button: Element, container: Element): boolean => {
    for (let at: Element | null = button; at; at = parentOf(at)) if (at === container) return true;
    return false;
  };

  for (const [button, kind] of kinds) {
    if (kind === "settings") continue;
    const container = containerOf(button);
    if (!container) continue;
    const found: { accept?: HTMLElement; reject?: HTMLElement; settings?: HTMLElement } = {};
    for (const [other, otherKind] of kinds) if (within(other, container)) found[otherKind] ??= other;
    const shown = (element: HTMLElement | undefined): string | null =>
      element ? textOf(element).replace(/\s+/g, " ").trim().slice(0, 60) : null;
    const seen = { accept: shown(found.accept), reject: shown(found.reject), settings: shown(found.settings) };
    if (task.press !== null) found[task.press]?.click();
    return seen;
  }
  return null;
}
