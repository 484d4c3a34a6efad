// Interface between the capture engine and a page, regardless of what drives it.

/** A rectangle in CSS pixels of the document, in whole numbers. */
export type Clip = { x: number; y: number; width: number; height: number };

export type PageDriver = {
  /** Evaluates an expression that yields a promise of plain data. Rejects if the page navigates in the meantime. */
  evaluate(expression: string): Promise<unknown>;
  shoot(clip: Clip): Promise<Uint8Array>;
  /** Maximum height, in pixels, of a screenshot it can take. */
  mostPixelsHigh: number;
};
