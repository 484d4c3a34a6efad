// Formats a share of differing pixels.

/** Formats with three significant digits. Digits below a hundredth are meaningless, and "0" is reserved for no difference at all. */
export function readablePercent(percent: number): string {
  return percent > 0 && percent < 0.01 ? "< 0.01 %" : `${Number(percent.toPrecision(3))} %`;
}
