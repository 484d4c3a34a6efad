// Runs inside the page's isolated world: reports after each press of Tab where the focus is and what shows it. Sent as
// source, so the function uses only its arguments and the page's globals.
import type { Place } from "../../../../domain/pillars/a11y/gathered.ts";
import type { Appearance, FocusAppearances } from "./focusAppearances.ts";
import type { REST_EVENTS } from "./rest.ts";

/** What changed at the previously focused element, now that it has lost the focus. */
export type Left = {
  index: number;
  /** Whether a style differs from when it had the focus. */
  differs: boolean;
  /** Whether the difference is certainly visible, so that no screenshot is needed. */
  sure: boolean;
  /** Equal for elements that look and change alike. */
  group: number;
};

export type FocusStep = {
  /** `none`: the document itself. `inner`: a control whose parts take several presses, or a frame. */
  kind: "none" | "element" | "inner";
  /** Whether it is a frame, whose own document reports more. */
  frame: boolean;
  /** Index of the element, in the order in which elements were first reached; -1 for none. */
  index: number;
  /** Whether it is reached for the first time. */
  fresh: boolean;
  /** Label and kind, for people. */
  name: string;
  visible: boolean;
  place: Place | null;
  /** Whether it is within a dialog or a part that is fixed over the page. */
  overlay: boolean;
  /** Whether it is a text field with a blinking text cursor. */
  caret: boolean;
  /** Null: no element had the focus before, or it still has it. */
  before: Left | null;
  /** Whether a script has moved the focus since the last step, without a key. */
  stolen: boolean;
  /** Whether the page runs a task every few tenths of a second. */
  every: boolean;
};

export type FocusRecorder = {
  /** Resolves once the timers that the key set have run, and the focus has stayed for `extraMs`. */
  step(extraMs: number): Promise<FocusStep>;
  /** Returns the number of elements that Tab should reach and has not. */
  unreached(): number;
  element(index: number): Element | undefined;
  elements(): Element[];
  /** Sets or removes the focus for a screenshot, with the text cursor hidden; returns the box of the element and what changes with it. */
  hold(index: number): Promise<Place | null>;
  letGo(index: number): Promise<void>;
  /** Called after the screenshots: the page's own timers continue. */
  goOn(): void;
  /** Returns the origin of a frame's content, in CSS px of its document's viewport. */
  frameAt(index: number): { x: number; y: number };
  /** Focuses the one of these elements that closes their container, and returns its index; -1: there is none. */
  focusClosing(indexes: readonly number[]): number;
  /** Returns the page's text, and the text in these elements' attributes. */
  words(indexes: readonly number[]): string;
};

/** Installs `globalThis.plumblineFocus`; requires `plumblineAppearances`. */
export const installFocusRecorder = (events: typeof REST_EVENTS): void => {
  const { plumblineAppearances: looks } = globalThis as typeof globalThis & { plumblineAppearances: FocusAppearances };
  const MAX_REST_MS = 800;
  const TICK_MS = 20;
  const reached: Element[] = [];
  const numbers = new Map<Element, number>();
  let last = -1;
  let shown: { look: Appearance; ringed: Set<string> } = { look: new Map(), ringed: new Set() };
  /** By index: other elements that change with the focus, for the screenshot. */
  const changing = new Map<number, Element[]>();
  const SEVERAL = new Set(["object", "embed", "video", "audio", "details"]);
  const FRAMES = new Set(["iframe", "frame"]);
  const INNER_TYPES = new Set(["date", "datetime-local", "month", "time", "week"]);
  const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "password", "number", ""]);
  const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? "";

  const active = (): Element | null => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body || at === document.documentElement ? null : at;
  };

  let waiting = false;
  let every = false;
  let stolen = false;
  let wake = (): void => undefined;
  document.addEventListener(events.waiting, () => {
    waiting = true;
  });
  document.addEventListener(events.rest, () => {
    waiting = false;
    wake();
  });
  document.addEventListener(events.every, () => {
    every = true;
  });
  document.dispatchEvent(new Event(events.ask));
  addEventListener(
    "keydown",
    () => {
      if (last >= 0 && reached[last] !== active()) stolen = true;
    },
    true,
  );
  /** A page without pending timers is at rest immediately. */
  const rest = async (extraMs = 0, still = false): Promise<void> => {
    const end = performance.now() + MAX_REST_MS;
    const sleep = (ms: number): Promise<void> =>
      new Promise((done) => {
        wake = done;
        setTimeout(done, Math.max(0, ms));
      });
    while (waiting && performance.now() < end) await sleep(end - performance.now());
    if (extraMs > 0) {
      // Counts ticks instead of time: after a pause of a busy machine, due timers of the page run before the next tick.
      const latest = performance.now() + MAX_REST_MS + extraMs;
      let at = active();
      for (let stayed = 0; stayed * TICK_MS < extraMs && performance.now() < latest; ) {
        await sleep(TICK_MS);
        const now = active();
        stayed = now === at ? stayed + 1 : 0;
        at = now;
      }
    }
    for (const animation of document.getAnimations()) {
      try {
        animation.finish();
      } catch {
        // An endless animation is held at its start while screenshots are taken.
        if (still) {
          animation.pause();
          animation.currentTime = 0;
        }
      }
    }
  };

  const nameOf = (element: Element): string => {
    const tag = element.localName;
    const labels = element instanceof HTMLInputElement ? element.labels : null;
    const candidates = [
      attribute(element, "aria-label"),
      labels?.[0]?.textContent ?? "",
      ["input", "textarea", "select"].includes(tag) ? "" : (element.textContent ?? "").slice(0, 400),
      attribute(element, "title"),
      attribute(element, "placeholder"),
      attribute(element, "name"),
      element.querySelector("img")?.getAttribute("alt") ?? "",
    ];
    const label = candidates.map((text) => text.slice(0, 400).replace(/\s+/g, " ").trim()).find((text) => text !== "");
    const kind = tag === "a" ? "link" : tag === "input" ? `${attribute(element, "type") || "text"} field` : tag;
    return label === undefined ? kind : `${kind} “${label.slice(0, 60)}”`;
  };
  const placeOf = (element: Element): Place | null => {
    for (let at: Element | null = element; at !== null; at = looks.above(at)) {
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky") return null;
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    // A name in another script within a line has its own direction: the direction of the line counts.
    const rtl = getComputedStyle(element.parentElement ?? element).direction === "rtl";
    return { x: left + scrollX, y: top + scrollY, width, height, ...(rtl ? { rtl } : {}) };
  };
  const inOverlay = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = looks.above(at)) {
      if (at.localName === "dialog" || /^(alert)?dialog$/.test(attribute(at, "role"))) return true;
      if (attribute(at, "aria-modal") === "true" || getComputedStyle(at).position === "fixed") return true;
    }
    return false;
  };
  const hash = (text: string): number => {
    let value = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return value >>> 0;
  };
  const leftOf = (previous: Element): Left => {
    const alone = shown.look.size === 1;
    const then: Appearance = previous.isConnected ? looks.look(previous, alone) : new Map();
    const changed = [...shown.look].filter(([part, look]) => look !== "unseen" && then.get(part) !== look);
    const own = (then.get("own") ?? "").replace(/^[^|]*/, "");
    const group = `${previous.localName} ${own} ${changed.map(([part, look]) => `${part} ${part === "own" ? look.replace(/^[^|]*/, "") : look} ${then.get(part)}`).join(" ")}`;
    const differs = changed.length > 0;
    const sure = changed.some(([part]) => shown.ringed.has(part)) || looks.plain(previous, shown.look, then);
    if (differs && !sure) changing.set(last, looks.parts(previous, new Set(changed.map(([part]) => part))));
    return { index: last, differs, sure, group: hash(group) };
  };
  const tabbable =
    "a[href],button,input:not([type=hidden]):not([type=radio]),select,textarea,summary,[tabindex],[contenteditable=true]";
  const CLOSING =
    /^(x|×|✕|✖|⨯|(close|dismiss|cancel|done|ok|okay|got it|not now|no,? thanks|back|schlie(ß|ss)en|abbrechen|fertig|fermer|annuler|cerrar|cancelar|chiudi|annulla|sluiten)\b.*)$/i;

  const recorder: FocusRecorder = {
    async step(extraMs) {
      await rest(extraMs);
      const now = active();
      const previous = reached[last];
      const before = previous !== undefined && previous !== now ? leftOf(previous) : null;
      const base = { frame: false, name: "", visible: false, place: null, overlay: false, caret: false, fresh: false };
      const told = { before, stolen, every };
      stolen = false;
      if (now === null) {
        last = -1;
        return { ...base, ...told, kind: "none", index: -1 };
      }
      let index = numbers.get(now) ?? -1;
      const fresh = index < 0;
      if (fresh) {
        index = reached.push(now) - 1;
        numbers.set(now, index);
      }
      last = index;
      const type = attribute(now, "type").toLowerCase();
      const input = now.localName === "input";
      const frame = FRAMES.has(now.localName);
      const closed = now.localName.includes("-") && now.shadowRoot === null;
      const inner = frame || SEVERAL.has(now.localName) || closed || (input && INNER_TYPES.has(type));
      const visible = looks.isVisible(now);
      const ringed = visible && looks.ringed(now);
      shown = { look: looks.look(now, ringed), ringed: ringed ? new Set(["own"]) : looks.ringedAround(now) };
      return {
        ...base,
        ...told,
        kind: inner ? "inner" : "element",
        frame,
        index,
        fresh,
        name: nameOf(now),
        visible,
        place: inner ? null : placeOf(now),
        overlay: inOverlay(now),
        caret:
          now.localName === "textarea" || (input && TEXT_TYPES.has(type)) || (now as HTMLElement).isContentEditable,
      };
    },
    unreached() {
      let count = 0;
      for (const element of [...document.querySelectorAll<HTMLElement>(tabbable)].slice(0, 500)) {
        if (numbers.has(element) || element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]"))
          continue;
        if (looks.isVisible(element)) count += 1;
      }
      return count;
    },
    element: (index) => reached[index],
    elements: () => reached,
    async hold(index) {
      const element = reached[index] as HTMLElement | undefined;
      if (!element?.isConnected) return null;
      element.style.caretColor = "transparent";
      document.dispatchEvent(new Event(events.still));
      element.focus({ preventScroll: true });
      await rest(0, true);
      const own = element.getBoundingClientRect();
      if (own.width === 0 || own.height === 0) return null;
      const boxes = [own, ...(changing.get(index) ?? []).map((part) => part.getBoundingClientRect())].filter(
        ({ width, height }) => width > 0 && height > 0,
      );
      const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
      const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
      return { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top };
    },
    async letGo(index) {
      (reached[index] as HTMLElement | undefined)?.blur();
      await rest(0, true);
    },
    goOn: () => void document.dispatchEvent(new Event(events.moving)),
    frameAt(index) {
      const frame = reached[index];
      if (frame === undefined) return { x: 0, y: 0 };
      const { left, top } = frame.getBoundingClientRect();
      return { x: left + scrollX + frame.clientLeft, y: top + scrollY + frame.clientTop };
    },
    focusClosing(indexes) {
      const found = indexes.find((index) => {
        const element = reached[index];
        if (!(element instanceof HTMLElement)) return false;
        const submits = element.closest("form") !== null && attribute(element, "type") !== "button";
        if (submits || !element.matches("button,[role=button],input[type=button]")) return false;
        const label = attribute(element, "aria-label") || attribute(element, "value") || (element.textContent ?? "");
        return CLOSING.test(label.replace(/\s+/g, " ").trim().slice(0, 80));
      });
      if (found === undefined) return -1;
      (reached[found] as HTMLElement).focus();
      return found;
    },
    words(indexes) {
      const said = indexes.flatMap((index) => {
        const element = reached[index];
        if (element === undefined) return [];
        const described = attribute(element, "aria-describedby")
          .split(/\s+/)
          .map((id) => (id === "" ? "" : (document.getElementById(id)?.textContent ?? "")));
        return ["title", "aria-label", "aria-description", "placeholder"]
          .map((name) => attribute(element, name))
          .concat(described, element.textContent?.slice(0, 400) ?? "");
      });
      // Separates the texts of neighboring elements.
      const texts = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
      let length = 0;
      for (let at = texts.nextNode(); at !== null && length < 100_000; at = texts.nextNode()) {
        if (/^(script|style)$/.test(at.parentElement?.localName ?? "")) continue;
        said.push(at.nodeValue ?? "");
        length += said.at(-1)?.length ?? 0;
      }
      return said.join("\n").slice(0, 200_000);
    },
  };
  (globalThis as typeof globalThis & { plumblineFocus: FocusRecorder }).plumblineFocus = recorder;
};
