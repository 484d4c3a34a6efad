// Finds a consent banner by the words on its buttons, and presses one. Runs inside a page: its source is sent, so it uses
// only its arguments and the page's globals.
import type { LabelKind } from "../../../domain/consent/labelKind.ts";
import type { NamePlace, Place } from "./namePlace.ts";
import type { RefuseBoxes } from "./refuseBoxes.ts";

/** `about`: every banner contains one of them. `banner`: similar, but words that are rare elsewhere. `info`: labels that are not choices. */
export type TextWords = { about: string[]; banner: string[]; info: string[] };

/** `main`: the document is the page's own and not a frame's. `places`: whether to return selectors too. */
export type BannerTask = { press: LabelKind | null; main: boolean; places: boolean };

export type BannerRead = Record<LabelKind, string | null> & {
  /** Labels of possible choice buttons whose words are not known. */
  others: string[];
  /** False: it looks like a banner, but no button to accept, reject or save could be read. */
  readable: boolean;
  /** Number of clicks, including boxes that were unticked; 0: nothing was pressed. */
  clicks: number;
  /** Number of boxes and switches that stay on, so that saving would not be a rejection. */
  stuck: number;
  /** `part`: the element to hide as a whole, in the light tree. */
  places?: Partial<Record<LabelKind, Place>> & { part: string };
  /** Fraction of the window that it covers, 0 to 1. */
  share: number;
};

export type BannerReader = {
  see(task: BannerTask): BannerRead | null;
  /** Returns frames that overlay the page: a banner may be in one of them. */
  frames(): { url: string; selector: string; share: number }[];
  /** Returns elements at the top of the window that may have a closed shadow tree. */
  hosts(): Element[];
  /** Includes the closed tree from now on. */
  know(host: Element, root: ShadowRoot): void;
};

/** The functions are in separate files, and their sources are sent along. */
export type ReaderParts = {
  labelReader: () => (label: string) => LabelKind | null;
  words: TextWords;
  refuseBoxes: RefuseBoxes;
  namePlace: NamePlace;
};

/**
 * A banner is a container that looks like a separate dialog or bar, mentions cookies or privacy, and has a
 * button to accept, reject or save. In a frame the whole document is the container.
 */
export function bannerReader({ labelReader, words, refuseBoxes, namePlace }: ReaderParts): BannerReader {
  // Created lazily, because most documents have no label to read, and the tables take milliseconds.
  let read: ReturnType<typeof labelReader> | undefined;
  const kindOfLabel = (label: string): LabelKind | null => {
    read ??= labelReader();
    return read(label);
  };
  const MAX_ELEMENTS = 30_000;
  const MAX_BUTTONS = 3_000;
  const MAX_TEXT = 20_000;
  /** Minimum fraction of the window for an unreadable banner; a permanent "Cookies" tab in a corner covers less. */
  const MIN_SHARE = 0.02;
  const BUTTONS =
    'button, a, summary, [role="button"], [role="link"], input[type="button"], input[type="submit"], [onclick]';
  const NAMES = /cookie|consent|gdpr|privacy|cmp-|-cmp/;
  const closed = new WeakMap<Element, ShadowRoot>();
  const rootIn = (element: Element): ShadowRoot | null => element.shadowRoot ?? closed.get(element) ?? null;

  const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();
  const textOf = (button: Element): string => {
    const own = button instanceof HTMLInputElement ? button.value : (button.textContent ?? "");
    const said = own.trim() === "" ? (button.getAttribute("aria-label") ?? button.getAttribute("title") ?? "") : own;
    return squeeze(said.slice(0, 400)).slice(0, 120);
  };
  const visible = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.matches(":disabled")
    );
  };
  const parentOf = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };

  /** Whether a text acts like a button without being marked as one. */
  const pressable = (element: HTMLElement): boolean =>
    element.childElementCount === 0 &&
    /^(div|span|p|li|label|b|strong)$/.test(element.localName) &&
    (element.textContent ?? "").length < 80 &&
    kindOfLabel(element.textContent ?? "") !== null &&
    getComputedStyle(element).cursor === "pointer";

  const buttonsHere = (): HTMLElement[] => {
    const found: HTMLElement[] = [];
    const stack: (Document | ShadowRoot | Element)[] = [document];
    for (let count = 0; stack.length > 0 && count < MAX_ELEMENTS && found.length < MAX_BUTTONS; count += 1) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node instanceof HTMLElement) {
        if (node.matches(BUTTONS) || pressable(node)) found.push(node);
        const root = rootIn(node);
        if (root) stack.push(root);
      }
      for (let child = node.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
    }
    return found;
  };

  const isDialog = (element: Element): boolean =>
    element.matches('dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]');
  const floats = (element: Element): boolean => /^(fixed|sticky)$/.test(getComputedStyle(element).position);
  const nameOf = (element: Element): string =>
    `${element.id} ${element.getAttribute("class") ?? ""}`.slice(0, 500).toLowerCase();
  const dialogLike = (element: Element): boolean => isDialog(element) || NAMES.test(nameOf(element)) || floats(element);
  /** Includes the text of its shadow tree. */
  const allText = (element: Element): string =>
    `${element.textContent ?? ""} ${rootIn(element)?.textContent ?? ""}`.slice(0, MAX_TEXT).toLowerCase();
  const says = (text: string, list: readonly string[]): boolean => list.some((word) => text.includes(word));

  /** Returns the nearest container of a button that is a banner. */
  const bannerAround = (button: Element, main: boolean): Element | null => {
    let inShadow = "";
    let around: Element | null = button;
    for (let depth = 0; depth < 30 && around; depth += 1) {
      const parent: Element | null = parentOf(around);
      const root: ShadowRoot | null = parent ? rootIn(parent) : null;
      if (root && around.getRootNode() === root) inShadow = (root.textContent ?? "").toLowerCase();
      around = parent;
      if (!around || around === document.body || around === document.documentElement) break;
      if (says(`${allText(around)} ${inShadow}`, words.about) && dialogLike(around)) return around;
    }
    return main || !frameAsks() ? null : document.body;
  };
  /** The address of a frame may reveal its purpose. */
  const frameAsks = (): boolean =>
    document.body !== null &&
    (says(allText(document.body), words.about) || /consent|cookie|gdpr|privacy|[/._-]cmp\b/i.test(location.href));
  const within = (element: Element, container: Element): boolean => {
    for (let at: Element | null = element; at; at = parentOf(at)) if (at === container) return true;
    return false;
  };

  type Banner = { container: Element; buttons: Partial<Record<LabelKind, HTMLElement>>; others: HTMLElement[] };

  /** Whether a button may be a choice although its words are not known. */
  const mayChoose = (button: HTMLElement): boolean => {
    const text = textOf(button).toLowerCase();
    const leads = button instanceof HTMLAnchorElement && /^(https?:|mailto:)/.test(button.getAttribute("href") ?? "");
    const path = button instanceof HTMLAnchorElement && /^[./\w]/.test(button.getAttribute("href") ?? "");
    const script = (button.getAttribute("href") ?? "").startsWith("javascript:");
    return text.length > 1 && (script || (!leads && !path)) && !says(text, words.info);
  };

  const bannersHere = (main: boolean): { read: Banner[]; unread: Banner[] } => {
    const shown = buttonsHere().filter(visible);
    const read = new Map<Element, Banner>();
    const kinds = new Map(shown.map((button) => [button, kindOfLabel(textOf(button))] as const));
    for (const [button, kind] of kinds) {
      if (kind === null) continue;
      const container = bannerAround(button, main);
      if (!container) continue;
      const banner = read.get(container) ?? { container, buttons: {}, others: [] };
      banner.buttons[kind] ??= button;
      read.set(container, banner);
    }
    const choosing = [...read.values()].filter(({ buttons: b }) => b.accept || b.reject || b.save);
    for (const banner of choosing)
      banner.others = shown.filter(
        (button) => kinds.get(button) === null && within(button, banner.container) && mayChoose(button),
      );
    return { read: choosing, unread: choosing.length > 0 ? [] : unreadHere(shown, main) };
  };

  const shareOf = (element: Element): number => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return width > 0 && height > 0 ? (width * height) / Math.max(1, innerWidth * innerHeight) : 0;
  };

  /** Returns overlays about cookies whose buttons all have unknown words. */
  const unreadHere = (shown: HTMLElement[], main: boolean): Banner[] => {
    const found = new Map<Element, Banner>();
    for (const button of shown) {
      if (!mayChoose(button) && kindOfLabel(textOf(button)) === null) continue;
      let container: Element | null = main ? null : frameAsks() ? document.body : null;
      for (let at: Element | null = main ? button : null; at && at !== document.body; at = parentOf(at))
        if (isDialog(at) || floats(at)) container = at;
      if (!container || (main && container.matches("header, nav, footer"))) continue;
      if (main && (shareOf(container) < MIN_SHARE || !asks(container))) continue;
      const banner = found.get(container) ?? { container, buttons: {}, others: [] };
      const kind = kindOfLabel(textOf(button));
      if (kind === null) banner.others.push(button);
      else banner.buttons[kind] ??= button;
      found.set(container, banner);
    }
    return [...found.values()];
  };
  /** Checks its words, those of the shadow trees in it, and its name. */
  const asks = (container: Element): boolean => {
    const stack: (Element | ShadowRoot)[] = [container];
    let text = "";
    let names = "";
    for (let count = 0; stack.length > 0 && count < 2_000; count += 1) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node instanceof Element) {
        names += ` ${nameOf(node)}`;
        const root = rootIn(node);
        if (root) stack.push(root);
      }
      if (text.length < MAX_TEXT && (node === container || node instanceof ShadowRoot))
        text += ` ${(node.textContent ?? "").slice(0, MAX_TEXT)}`;
      stack.push(...node.children);
    }
    return says(text.toLowerCase(), words.banner) || /cookie|consent|gdpr|[_-]cmp\b|\bcmp[_-]/.test(names);
  };

  /** Returns all elements in the container, including shadow trees. */
  const insideOf = (container: Element): Element[] => {
    const found: Element[] = [];
    const stack: (Element | ShadowRoot)[] = [container];
    while (stack.length > 0 && found.length < MAX_ELEMENTS) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node instanceof Element) {
        found.push(node);
        const root = rootIn(node);
        if (root) stack.push(root);
      }
      for (let child = node.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
    }
    return found;
  };
  /** Returns the element itself, or the host of its outermost shadow tree. */
  const lightOf = (element: Element): Element => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? lightOf(root.host) : element;
  };

  const see = ({ press, main, places }: BannerTask): BannerRead | null => {
    const { read, unread } = bannersHere(main);
    const best =
      (press ? read.find(({ buttons }) => buttons[press]) : undefined) ??
      read.find(({ buttons }) => buttons.accept || buttons.reject) ??
      read[0] ??
      (press ? unread.find(({ buttons }) => buttons[press]) : undefined) ??
      unread[0];
    if (!best) return null;
    const { container, buttons, others } = best;
    const shown = (kind: LabelKind): string | null => {
      const button = buttons[kind];
      return button ? textOf(button).slice(0, 60) : null;
    };
    const answer: BannerRead = {
      accept: shown("accept"),
      reject: shown("reject"),
      settings: shown("settings"),
      save: shown("save"),
      others: others.slice(0, 8).map((button) => textOf(button).slice(0, 60)),
      readable: read.includes(best),
      clicks: 0,
      stuck: 0,
      share: shareOf(container),
    };
    if (places) {
      answer.places = { part: namePlace(lightOf(container)).selector };
      for (const [kind, button] of Object.entries(buttons) as [LabelKind, HTMLElement][])
        answer.places[kind] = namePlace(button);
    }
    const button = press ? buttons[press] : undefined;
    if (!button) return answer;
    if (press === "save") {
      const refused = refuseBoxes(insideOf(container), kindOfLabel);
      answer.clicks = refused.clicks;
      answer.stuck = refused.stuck;
      if (refused.stuck > 0) return answer;
    }
    answer.clicks += 1;
    button.click();
    return answer;
  };

  const hosts = (): Element[] => {
    const POINTS = 14;
    const MAY_HOST = /-|^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
    const found = new Set<Element>();
    for (let row = 0; row < POINTS; row += 1)
      for (let column = 0; column < POINTS; column += 1) {
        const x = ((column + 0.5) / POINTS) * innerWidth;
        const y = ((row + 0.5) / POINTS) * innerHeight;
        let root: Document | ShadowRoot = document;
        for (let depth = 0; depth < 10; depth += 1) {
          const element: Element | null = root.elementFromPoint(x, y);
          const inner: ShadowRoot | null = element ? rootIn(element) : null;
          if (element && !inner && MAY_HOST.test(element.localName)) found.add(element);
          if (!inner || inner === root) break;
          root = inner;
        }
      }
    return [...found].slice(0, 120);
  };

  const frames: BannerReader["frames"] = () =>
    [...document.querySelectorAll("iframe")]
      .filter((frame) => {
        for (let at: Element | null = frame; at; at = parentOf(at))
          if (isDialog(at) || floats(at)) return visible(frame) && shareOf(frame) >= MIN_SHARE;
        return false;
      })
      .slice(0, 10)
      .map((frame) => ({ url: frame.src, selector: namePlace(frame).selector, share: shareOf(frame) }));

  return { see, frames, hosts, know: (host, root) => void closed.set(host, root) };
}
