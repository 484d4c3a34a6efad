// Runs inside the page's isolated world: how wide the page is, and what makes it so. Sent as source, so the function uses
// nothing but the page's own globals.
import type { Reflow } from "../../../../domain/pillars/a11y/gathered.ts";
import type { Naming } from "./naming.ts";

export const measureReflow = (): Omit<Reflow, "state"> => {
  const MOST = 10;
  /** Rounding of fractions makes a pixel. */
  const SLACK = 2;
  const { plumblineNaming: naming } = globalThis as typeof globalThis & { plumblineNaming: Naming };
  const root = document.scrollingElement ?? document.documentElement;
  const viewWidth = document.documentElement.clientWidth;
  const contentWidth = root.scrollWidth;
  // The view takes its overflow from html, or from body where html says nothing.
  const htmlStyle = getComputedStyle(document.documentElement);
  const bodyStyle = document.body ? getComputedStyle(document.body) : htmlStyle;
  const overflow = htmlStyle.overflowX === "visible" ? bodyStyle.overflowX : htmlStyle.overflowX;
  const hidden = overflow === "hidden" || overflow === "clip";
  const scrolls = contentWidth > viewWidth + SLACK && !hidden;
  const wide: Reflow["wide"] = [];
  if (!scrolls) return { viewWidth, contentWidth, scrolls, wide };

  const EXEMPT =
    "table,img,picture,video,canvas,svg,object,embed,iframe,math,pre,[role=grid],[role=table],[role=toolbar],[role=application]";
  const scrolled = (element: Element): boolean => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  const beyond: Element[] = [];
  for (const element of [...(document.body?.querySelectorAll("*") ?? [])].slice(0, 20_000)) {
    if (beyond.length >= 200) break;
    const { right, width } = element.getBoundingClientRect();
    if (width === 0 || right + scrollX <= viewWidth + SLACK) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || scrolled(element)) continue;
    beyond.push(element);
  }
  // The innermost are what sticks out; what lies around them was only widened by them.
  const all = new Set(beyond);
  const outer = new Set<Element>();
  for (const element of beyond) {
    for (let at = element.parentElement; at !== null; at = at.parentElement) if (all.has(at)) outer.add(at);
  }
  const innermost = beyond.filter((element) => !outer.has(element)).slice(0, MOST);
  const named = naming.of(innermost);
  innermost.forEach((element, index) => {
    const exempt = element.closest(EXEMPT) !== null;
    const right = Math.round(element.getBoundingClientRect().right + scrollX);
    wide.push({ target: named[index]?.target ?? element.localName, right, exempt });
  });
  return { viewWidth, contentWidth, scrolls, wide };
};
