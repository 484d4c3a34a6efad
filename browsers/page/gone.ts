// Classifies failed calls into a browser by their message, because browsers have no error codes for them.

/** An error thrown by a script in the page. The page controls its message, so nothing is inferred from it. */
export class ScriptError extends Error {
  constructor(message: string) {
    super(message.slice(0, 1_000));
    this.name = "ScriptError";
  }
}

const says = (error: unknown, words: RegExp): boolean =>
  error instanceof Error && !(error instanceof ScriptError) && words.test(error.message);

/** Whether the page or its browser is gone. A crashing page also aborts its navigation. */
export const isPageGone = (error: unknown): boolean =>
  says(error, /has been closed|crashed|Target closed|Session closed|Connection closed|net::ERR_ABORTED/i);

/** Whether the document of a script world was replaced by another one. The page itself may still be open. */
export const isDocumentGone = (error: unknown): boolean =>
  says(
    error,
    /Cannot find context|context was destroyed|Inspected target|uniqueContextId not found|Promise was collected/i,
  );
