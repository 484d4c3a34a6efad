// The few things that the capture engine asks of a page, whatever drives it.

/** CSS pixels of the document, whole numbers. */
export type Clip = { x: number; y: number; width: number; height: number };

export type PageDriver = {
  /** Evaluates an expression that gives a promise of plain data. Rejects when the page goes elsewhere meanwhile. */
  evaluate(expression: string): Promise<unknown>;
  shoot(clip: Clip): Promise<Uint8Array>;
  /** Pixels of the tallest picture it can draw. */
  mostPixelsHigh: number;
};
