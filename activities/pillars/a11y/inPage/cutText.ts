// Runs inside the page's isolated world: finds text that is clipped by a box and cannot be scrolled to. Sent as source, so the
// function uses only the page's globals.

import type { Naming } from "../../../../browsers/page/inPage/naming.ts";
import type { CutText } from "../../../../domain/pillars/a11y/gathered.ts";

/**
 * Intentional clipping is left out: an ellipsis, a clamp, a part that a button expands, slides, text for screen readers and
 * links that are off-screen until focused.
 */
export const findCutText = (): CutText[] => {
  const MAX_FOUND = 20;
  const MAX_TEXTS = 4_000;
  /** In CSS px; rounding and glyph edges amount to a few. */
  const SLACK = 3;
  /** In CSS px; padding around a hidden link is smaller. */
  const ROOMLESS = 80;
  const { plumblineNaming: naming } = globalThis as typeof globalThis & { plumblineNaming: Naming };
  type Clip = { element: Element; box: DOMRect };
  type Clips = { x: Clip | null; y: Clip | null };
  const NONE: Clips = { x: null, y: null };
  const known = new Map<Element, Clips>();
  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";

  /** Whether nothing of it is visible: it is clipped to nothing, has no room inside its padding, or is outside the page. */
  const outOfSight = (style: CSSStyleDeclaration, box: DOMRect): boolean => {
    if (/^rect\([01]px[, ]+[01]px[, ]+[01]px[, ]+[01]px\)$/.test(style.clip)) return true;
    if (/^(inset\((5\d|[6-9]\d|100)%|circle\(0|polygon\(0\w* 0\w*(, 0\w* 0\w*)+\))/.test(style.clipPath)) return true;
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return true;
    if (!hides(style.overflowX) && !hides(style.overflowY)) return false;
    const of = (value: string): number => Number.parseFloat(value) || 0;
    const width = box.width - of(style.paddingLeft) - of(style.paddingRight);
    const height = box.height - of(style.paddingTop) - of(style.paddingBottom);
    // A box whose height comes from its padding reserves space for an overlay.
    return (width < 4 && box.width < ROOMLESS) || (height < 4 && box.height < ROOMLESS);
  };
  const opens = (element: Element): boolean => {
    const near = [element, element.parentElement, element.nextElementSibling];
    return near.some(
      (one) =>
        one?.querySelector("[aria-expanded],[aria-controls]") != null ||
        one?.matches("[aria-expanded],button") === true,
    );
  };
  const clipsOf = (from: Element): Clips => {
    const clips: Clips = { x: null, y: null };
    let [doneX, doneY, escapes] = [false, false, false];
    for (let at: Element | null = from; at !== null && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      // Text with an ellipsis is clipped intentionally, and so is text under a line clamp.
      if (style.textOverflow !== "clip" && style.whiteSpaceCollapse !== undefined && style.textWrapMode === "nowrap")
        doneX = true;
      if (style.webkitLineClamp !== "none") return NONE;
      const outside = escapes && style.position === "static" && style.transform === "none";
      if (!outside) {
        escapes = false;
        const box = at.getBoundingClientRect();
        if (outOfSight(style, box)) return NONE;
        // The body's overflow may apply to the viewport, so it does not clip the body itself.
        if (at !== document.body) {
          if (!doneX && style.overflowX !== "visible") {
            if (hides(style.overflowX)) clips.x = { element: at, box };
            doneX = true;
          }
          if (!doneY && style.overflowY !== "visible") {
            if (hides(style.overflowY) && !opens(at)) clips.y = { element: at, box };
            doneY = true;
          }
        }
        if (doneX && doneY) break;
        // Content moved by a script is a row of slides.
        if (style.transform !== "none" || /transform|scroll/.test(style.willChange)) return NONE;
        if (style.position === "fixed") break;
        if (style.position === "absolute") escapes = true;
      }
    }
    return clips;
  };
  /** One line in a box that is one line high: the rest was omitted cleanly. */
  const oneLine = ({ element, box }: Clip, height: number): boolean => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    const line = lineHeight === "normal" ? 1.2 * Number.parseFloat(fontSize) : Number.parseFloat(lineHeight);
    return line >= box.height - 1 && box.height >= 0.8 * height;
  };
  const cutOf = (rects: readonly DOMRect[], { x, y }: Clips): { side: CutText["side"]; px: number } | null => {
    for (const rect of rects) {
      if (x !== null) {
        const inside = rect.left < x.box.right - SLACK && rect.right > x.box.left + SLACK;
        if (inside && rect.right - x.box.right > SLACK) return { side: "right", px: rect.right - x.box.right };
        if (inside && x.box.left - rect.left > SLACK) return { side: "left", px: x.box.left - rect.left };
      }
    }
    const [first] = rects;
    if (y === null || first === undefined || first.top >= y.box.bottom - SLACK || first.bottom <= y.box.top)
      return null;
    const lowest = Math.max(...rects.map(({ bottom }) => bottom));
    if (lowest - y.box.bottom <= 0.3 * first.height || oneLine(y, first.height)) return null;
    return { side: "below", px: lowest - y.box.bottom };
  };

  const found = new Map<Element, Omit<CutText, "target">>();
  const texts = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let seen = 0;
  for (let at = texts.nextNode(); at !== null && seen < MAX_TEXTS && found.size < MAX_FOUND; at = texts.nextNode()) {
    const parent = at.parentElement;
    if (!(parent instanceof HTMLElement) || found.has(parent) || !/\S/.test(at.nodeValue ?? "")) continue;
    seen += 1;
    const clips = known.get(parent) ?? clipsOf(parent);
    known.set(parent, clips);
    if (clips.x === null && clips.y === null) continue;
    if (
      parent.closest("[aria-hidden=true],select,textarea,option,script,style,[aria-roledescription],marquee") !== null
    )
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    range.selectNodeContents(at);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const cut = cutOf(rects, clips);
    if (cut === null) continue;
    const text = (at.nodeValue ?? "").replace(/\s+/g, " ").trim().slice(0, 60);
    found.set(parent, { side: cut.side, px: Math.round(cut.px), text });
  }
  const named = naming.of([...found.keys()]);
  return [...found.values()].map((cut, index) => ({ target: named[index]?.target ?? "", ...cut }));
};
