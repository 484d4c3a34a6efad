// Runs inside the page's isolated world, next to axe: the frames of a document, as axe is told of them. Sent as source, so the
// function uses nothing but its arguments and the page's own globals.

/** `inert`: nobody can reach the frame, nor a frame in it. The context is otherwise axe's, for the frame's own document. */
type Context = { focusable: boolean; inert?: boolean };
export type FrameContext = { frameSelector: string | string[]; frameContext: Context };

/**
 * Axe fails a frame that its page has taken out of the tab order although controls are in it. Behind a modal dialog and in an
 * inert part that is right, so there a frame passes for one that the Tab key reaches.
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
