// Runs inside the page's isolated world, next to axe: lists the frames of a document in axe's format. Sent as source, so the
// function uses only its arguments and the page's globals.

/** `inert`: whether the frame and its inner frames are unreachable. Otherwise axe's context, for the frame's own document. */
type Context = { focusable: boolean; inert?: boolean };
export type FrameContext = { frameSelector: string | string[]; frameContext: Context };

/**
 * Axe fails a frame that was removed from the tab order although it contains controls. Behind a modal dialog and in an
 * inert part that is correct, so such a frame is passed to axe as reachable.
 */
export const frameContexts = (context: Partial<Context>, options: unknown): FrameContext[] => {
  const { utils } = (globalThis as typeof globalThis & { axe: { utils: Utils } }).axe;
  type Utils = {
    getFrameContexts(context: unknown, options: unknown): FrameContext[];
    shadowSelect(selector: string | string[]): Element | null;
  };
  const isInert = (frame: Element | null): boolean => {
    let blocked = document.querySelector("dialog:modal") !== null;
    for (let at = frame; at !== null; ) {
      if (at.matches("dialog:modal")) return false;
      if (at.hasAttribute("inert")) return true;
      const root = at.getRootNode();
      blocked ||= root instanceof ShadowRoot && root.querySelector("dialog:modal") !== null;
      at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    return blocked;
  };
  return utils
    .getFrameContexts(context, options)
    .map(({ frameSelector, frameContext }) =>
      context.inert || isInert(utils.shadowSelect(frameSelector))
        ? { frameSelector, frameContext: { ...frameContext, focusable: true, inert: true } }
        : { frameSelector, frameContext },
    );
};
