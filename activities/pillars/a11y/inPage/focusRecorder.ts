// Runs inside the page's isolated world: tells after each press of Tab where the focus is and what shows it. Sent as
// source, so the function uses nothing but its arguments and the page's own globals.
import type { Place } from "../../../../domain/pillars/a11y/gathered.ts";

export type FocusStep = {
  /** `none`: the document itself. `inner`: a frame or control whose own parts take several presses. */
  kind: "none" | "element" | "inner";
  /** Number of the element, in the order in which they were reached first; -1 for none. */
  index: number;
  /** It had not been reached before. */
  fresh: boolean;
  /** Label and kind, for people. */
  name: string;
  visible: boolean;
  place: Place | null;
  /** Within a dialog or a part that is fixed over the page. */
  overlay: boolean;
  /** A text field, in which the text cursor blinks. */
  caret: boolean;
  /** Of the element that had the focus before: did a style differ from now? Null: there is none. */
  before: { index: number; differs: boolean } | null;
};

export type FocusRecorder = {
  step(): FocusStep;
  /** Elements that Tab should reach and has not. */
  unreached(): number;
  element(index: number): Element | undefined;
  /** Gives or takes the focus for a picture, with the text cursor hidden; the element's box with its label's. */
  hold(index: number): Place | null;
  letGo(index: number): void;
  elements(): Element[];
};

/** Installs `globalThis.plumblineFocus`. */
export const installFocusRecorder = (): void => {
  const reached: Element[] = [];
  const numbers = new Map<Element, number>();
  let last = -1;
  let shown = new Map<string, string>();
  const SEVERAL = new Set(["iframe", "frame", "object", "embed", "video", "audio"]);
  const INNER_TYPES = new Set(["date", "datetime-local", "month", "time", "week"]);
  const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "password", "number", ""]);
  const attribute = (element: Element, name: string): string => element.getAttribute(name) ?? "";

  const active = (): Element | null => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body || at === document.documentElement ? null : at;
  };
  const above = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const clipped = (style: CSSStyleDeclaration): boolean =>
    /^rect\((0|1)px[, ]+(0|1)px[, ]+(0|1)px[, ]+(0|1)px\)$/.test(style.clip) ||
    /^inset\((50|100)%/.test(style.clipPath);
  const isVisible = (element: Element): boolean => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (width < 3 || height < 3 || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
    if (left > innerWidth && top > innerHeight) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }))
      return false;
    for (let at: Element | null = element, depth = 0; at !== null && depth < 4; at = above(at), depth += 1)
      if (clipped(getComputedStyle(at))) return false;
    return true;
  };
  const clear = (colour: string): boolean =>
    colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour) || / \/ 0\)$/.test(colour);
  const looks = (style: CSSStyleDeclaration): string => {
    const outline =
      style.outlineStyle === "none" || style.outlineWidth === "0px" || clear(style.outlineColor)
        ? ""
        : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`;
    const shadow = style.boxShadow
      .slice(0, 1_000)
      .split(/,(?![^(]*\))/)
      .filter((layer) => !clear(/rgba?\([^)]*\)|color\([^)]*\)/.exec(layer)?.[0] ?? "") && /[1-9][\d.]*px/.test(layer))
      .join();
    const edges = (["Top", "Right", "Bottom", "Left"] as const).map((edge) => {
      const width = style[`border${edge}Width`];
      return width === "0px" ? "" : `${width} ${style[`border${edge}Style`]} ${style[`border${edge}Color`]}`;
    });
    const background = clear(style.backgroundColor) ? "" : style.backgroundColor;
    const image = `${style.backgroundImage.slice(0, 500)} ${style.backgroundSize} ${style.backgroundPosition}`;
    return [
      outline,
      shadow,
      ...edges,
      background,
      style.backgroundImage === "none" ? "" : image,
      style.color,
      style.textDecorationLine === "none" ? "" : `${style.textDecorationLine} ${style.textDecorationColor}`,
      style.textDecorationThickness,
      style.opacity,
      style.transform,
      style.filter,
      style.fontWeight,
      style.fontSize,
      style.visibility,
    ].join("|");
  };
  /** What can show the focus: the element, what is drawn before and after it, and what styles it by :focus-within or `+`. */
  const around = (element: Element): [name: string, element: Element, pseudo?: string][] => {
    const parts: [string, Element, string?][] = [["own", element]];
    for (const pseudo of ["::before", "::after"]) parts.push([pseudo, element, pseudo]);
    const near: (Element | null)[] = [element.nextElementSibling, element.previousElementSibling];
    for (let at = above(element), depth = 0; at !== null && depth < 3 && at !== document.body; depth += 1) {
      near.push(at);
      at = above(at);
    }
    if (element instanceof HTMLInputElement) near.push(...[...(element.labels ?? [])].slice(0, 2));
    near.forEach((one, index) => {
      if (one === null) return;
      parts.push([`near${index}`, one]);
      for (const pseudo of ["::before", "::after"]) parts.push([`near${index}${pseudo}`, one, pseudo]);
    });
    return parts;
  };
  /** An outline of its own is what most controls show: then nothing around it needs to be looked at. */
  const outlined = (element: Element): boolean => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== "none" && outlineWidth !== "0px" && !clear(outlineColor);
  };
  const snapshot = (element: Element, alone: boolean): Map<string, string> => {
    const taken = new Map<string, string>();
    for (const [name, part, pseudo] of alone ? around(element).slice(0, 1) : around(element)) {
      const style = getComputedStyle(part, pseudo);
      if (pseudo !== undefined && (style.content === "none" || style.content === "normal")) taken.set(name, "");
      else if (!isVisible(part)) taken.set(name, "unseen");
      else {
        const { width, height } = part.getBoundingClientRect();
        const size = name === "own" ? `${Math.round(width)}x${Math.round(height)} ` : "";
        taken.set(name, size + looks(style));
      }
    }
    return taken;
  };
  const settle = (): void => {
    for (const animation of document.getAnimations()) {
      try {
        animation.finish();
      } catch {
        // One without an end.
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
    for (let at: Element | null = element; at !== null; at = above(at)) {
      const { position } = getComputedStyle(at);
      if (position === "fixed" || position === "sticky") return null;
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + scrollX, y: top + scrollY, width, height };
  };
  const inOverlay = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = above(at)) {
      if (at.localName === "dialog" || /^(alert)?dialog$/.test(attribute(at, "role"))) return true;
      if (attribute(at, "aria-modal") === "true" || getComputedStyle(at).position === "fixed") return true;
    }
    return false;
  };
  const tabbable =
    "a[href],button,input:not([type=hidden]):not([type=radio]),select,textarea,summary,[tabindex],[contenteditable=true]";

  const recorder: FocusRecorder = {
    step() {
      settle();
      const now = active();
      let before: FocusStep["before"] = null;
      const previous = reached[last];
      if (previous !== undefined && previous !== now) {
        const unfocused = previous.isConnected ? snapshot(previous, shown.size === 1) : new Map<string, string>();
        const differs = [...shown].some(([part, look]) => look !== "unseen" && unfocused.get(part) !== look);
        before = { index: last, differs };
      }
      const base = { name: "", visible: false, place: null, overlay: false, caret: false, fresh: false, before };
      if (now === null) {
        last = -1;
        return { ...base, kind: "none", index: -1 };
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
      const closed = now.localName.includes("-") && now.shadowRoot === null;
      const inner = SEVERAL.has(now.localName) || closed || (input && INNER_TYPES.has(type));
      shown = snapshot(now, outlined(now) && isVisible(now));
      return {
        ...base,
        kind: inner ? "inner" : "element",
        index,
        fresh,
        name: nameOf(now),
        visible: isVisible(now),
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
        if (isVisible(element)) count += 1;
      }
      return count;
    },
    element: (index) => reached[index],
    elements: () => reached,
    hold(index) {
      const element = reached[index] as HTMLElement | undefined;
      if (!element?.isConnected) return null;
      element.style.caretColor = "transparent";
      element.focus({ preventScroll: true });
      settle();
      const { left, top, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 ? { x: left + scrollX, y: top + scrollY, width, height } : null;
    },
    letGo(index) {
      (reached[index] as HTMLElement | undefined)?.blur();
      settle();
    },
  };
  (globalThis as typeof globalThis & { plumblineFocus: FocusRecorder }).plumblineFocus = recorder;
};
