// Runs inside the page's isolated world: finds parts that contain most of the page and that an orientation-specific style may rotate.
import type { Turned } from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

/** Leaves `plumblineAngles` behind: returns the angles of the same parts at any later time. */
export const readTurned = (reading: Reading): Unnamed<Turned>[] => {
  const { at, drawn, limits } = reading;
  const turners = new Set<Element>();
  let walked = 0;
  const scan = (list: CSSRuleList, conditional: boolean): void => {
    for (const rule of list) {
      walked += 1;
      if (walked > limits.elements || turners.size >= limits.each) return;
      if (rule instanceof CSSMediaRule) scan(rule.cssRules, conditional || /orientation/i.test(rule.media.mediaText));
      else if (rule instanceof CSSSupportsRule || rule instanceof CSSLayerBlockRule) scan(rule.cssRules, conditional);
      else if (conditional && rule instanceof CSSStyleRule) {
        const { transform, rotate } = rule.style;
        if (!/rotate|matrix/i.test(transform) && rotate === "") continue;
        for (const element of [...document.querySelectorAll(rule.selectorText)].slice(0, 20)) turners.add(element);
      }
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try {
      scan(sheet.cssRules, /orientation/i.test(sheet.media.mediaText));
    } catch {
      // A cross-origin style sheet, or a selector that the document cannot query.
    }
  }
  const angle = (element: Element): number => {
    const { transform, rotate } = getComputedStyle(element);
    const matrix = transform === "none" ? null : new DOMMatrix(transform);
    const turn = Number(/(-?[\d.]+)deg$/.exec(rotate)?.[1] ?? 0);
    return Math.round((matrix === null ? 0 : (Math.atan2(matrix.m12, matrix.m11) * 180) / Math.PI) + turn);
  };
  // An icon or a hint to rotate the device may be rotated; the page's main container may not.
  const whole = (document.body?.textContent ?? "").trim().length;
  const held = [...turners]
    .filter((element) => drawn(element) && (element.textContent ?? "").trim().length >= whole / 2)
    .slice(0, 3);
  (globalThis as typeof globalThis & { plumblineAngles?: () => number[] }).plumblineAngles = () => held.map(angle);
  // Preliminary, until the page has been measured in portrait.
  return held.map((element) => ({ at: at(element), landscape: angle(element), portrait: angle(element) }));
};
