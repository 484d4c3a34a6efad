// Runs inside the page's isolated world: measures how wide the page is, and finds what widens it. Sent as source, so the function uses
// only the page's globals.

import type { Naming } from "../../../../browsers/page/inPage/naming.ts";
import type { Reflow } from "../../../../domain/pillars/a11y/gathered.ts";

export const measureReflow = (): Omit<Reflow, "state" | "cut"> => {
  const MAX_FOUND = 10;
  /** Rounding of fractions can add a pixel. */
  const SLACK = 2;
  const { plumblineNaming: naming } = globalThis as typeof globalThis & { plumblineNaming: Naming };
  const root = document.scrollingElement ?? document.documentElement;
  const viewWidth = document.documentElement.clientWidth;
  const contentWidth = root.scrollWidth;
  // The viewport takes its overflow from html, or from body if html does not set it.
  const htmlStyle = getComputedStyle(document.documentElement);
  const bodyStyle = document.body ? getComputedStyle(document.body) : htmlStyle;
  const overflow = htmlStyle.overflowX === "visible" ? bodyStyle.overflowX : htmlStyle.overflowX;
  const hidden = overflow === "hidden" || overflow === "clip";
  const scrolls = contentWidth > viewWidth + SLACK && !hidden;
  /** A right-to-left page grows to the left. */
  const leftward = bodyStyle.direction === "rtl" || htmlStyle.direction === "rtl";
  const EXEMPT =
    "table,img,picture,video,canvas,svg,object,embed,iframe,math,pre,code,[role=grid],[role=table],[role=toolbar],[role=application]";
  const elements = [...(document.body?.querySelectorAll("*") ?? [])].slice(0, 20_000);

  const visible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ""));
  const clear = (colour: string): boolean => colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour);
  const painted = (element: Element): boolean => {
    if (element.matches("img,picture,video,canvas,svg,object,embed,iframe,input,select,textarea,button,hr,td,th"))
      return true;
    if (hasText(element)) return true;
    const { backgroundColor, backgroundImage, borderTopWidth, borderLeftWidth, borderRightWidth, boxShadow } =
      getComputedStyle(element);
    if (!clear(backgroundColor) || backgroundImage !== "none" || boxShadow !== "none") return true;
    if ([borderTopWidth, borderLeftWidth, borderRightWidth].some((width) => width !== "0px")) return true;
    return ["::before", "::after"].some(
      (part) => !["none", "normal", '""'].includes(getComputedStyle(element, part).content),
    );
  };

  const beyondOf = (): { wide: Reflow["wide"]; invisible: boolean } => {
    const scrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible") return true;
      return false;
    };
    const beyond: Element[] = [];
    for (const element of elements) {
      if (beyond.length >= 200) break;
      const { left, right, width, height } = element.getBoundingClientRect();
      const out = leftward ? left + scrollX < -SLACK : right + scrollX > viewWidth + SLACK;
      if (width === 0 || height === 0 || !out) continue;
      if (!visible(element) || scrolled(element) || !painted(element)) continue;
      beyond.push(element);
    }
    // The innermost elements stick out; their ancestors were only widened by them.
    const all = new Set(beyond);
    const outer = new Set<Element>();
    for (const element of beyond) {
      for (let at = element.parentElement; at !== null; at = at.parentElement) if (all.has(at)) outer.add(at);
    }
    const innermost = beyond.filter((element) => !outer.has(element)).slice(0, MAX_FOUND);
    const named = naming.of(innermost);
    const wide = innermost.map((element, index) => {
      const { left, right } = element.getBoundingClientRect();
      const exempt = element.closest(EXEMPT) !== null;
      return {
        target: named[index]?.target ?? element.localName,
        right: Math.round(leftward ? viewWidth - left : right + scrollX),
        exempt,
      };
    });
    return { wide, invisible: beyond.length === 0 };
  };

  /** Returns boxes that scroll sideways to show continuous text whose every line is wider than the viewport. */
  const scrollersOf = (): string[] => {
    const found: Element[] = [];
    const range = document.createRange();
    for (const element of elements) {
      if (found.length >= 5) break;
      if (element.scrollWidth <= element.clientWidth + SLACK || element.clientWidth === 0) continue;
      const { overflowX } = getComputedStyle(element);
      if ((overflowX !== "auto" && overflowX !== "scroll") || !visible(element) || element.closest(EXEMPT) !== null)
        continue;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let at = texts.nextNode(), seen = 0; at !== null && seen < 300; at = texts.nextNode(), seen += 1) {
        if ((at.nodeValue ?? "").trim().length < 40 || at.parentElement?.closest(EXEMPT) !== null) continue;
        if (!at.parentElement || !visible(at.parentElement)) continue;
        range.selectNodeContents(at);
        const lines = [...range.getClientRects()].filter(({ width }) => width > viewWidth);
        if (lines.length < 2) continue;
        found.push(element);
        break;
      }
    }
    return naming.of(found).map((one) => one?.target ?? "");
  };

  const { wide, invisible } = scrolls ? beyondOf() : { wide: [], invisible: false };
  return { viewWidth, contentWidth, scrolls, wide, invisible, scrollers: scrollersOf() };
};
