// What a failed call into a browser says of the thing it was made to. The browsers have no codes for it, only words.

/** What a script in the page threw: its words are the page's, so nothing is concluded from them. */
export class ScriptError extends Error {
  constructor(message: string) {
    super(message.slice(0, 1_000));
    this.name = "ScriptError";
  }
}

const says = (error: unknown, words: RegExp): boolean =>
  error instanceof Error && !(error instanceof ScriptError) && words.test(error.message);

/** The page or its browser is no more; a navigation of a page that crashes is aborted. */
export const isPageGone = (error: unknown): boolean =>
  says(error, /has been closed|crashed|Target closed|Session closed|Connection closed|net::ERR_ABORTED/i);

/** The document that a script world belonged to has made way for another one. The page may live. */
export const isDocumentGone = (error: unknown): boolean =>
  says(
    error,
    /Cannot find context|context was destroyed|Inspected target|uniqueContextId not found|Promise was collected/i,
  );
