// Runs inside the page's isolated world, next to axe: what of a control's visible text is no label. Sent as source, so the
// function uses nothing but the page's own globals.

type Check = { evaluate(this: unknown, node: Element, ...rest: unknown[]): boolean | undefined };

/**
 * The hint of a key, and an icon that a font makes of a word, are no part of a label: where a control has one, axe asks instead
 * of failing. The fonts may not have come, so their names decide.
 */
export const doubtLabels = (): void => {
  const { axe } = globalThis as typeof globalThis & { axe: { _audit: { checks: Record<string, Check> } } };
  const check = axe._audit.checks["label-content-name-mismatch"];
  if (check === undefined) return;
  const ICON_FONT = /icon|symbol|awesome|glyph/i;
  const MOST = 50;
  const isDoubtful = (control: Element): boolean =>
    control.querySelector("kbd") !== null ||
    [control, ...[...control.querySelectorAll("*")].slice(0, MOST)].some(
      (part) =>
        [...part.childNodes].some((node) => node instanceof Text && /\S/.test(node.data)) &&
        ICON_FONT.test(getComputedStyle(part).fontFamily),
    );
  const { evaluate } = check;
  check.evaluate = function (node, ...rest) {
    const holds = evaluate.call(this, node, ...rest);
    return holds === false && isDoubtful(node) ? undefined : holds;
  };
};
