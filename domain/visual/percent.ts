// A share of differing pixels in words.

/** Three significant digits; below a hundredth the digits say nothing, and 0 is kept for nothing at all. */
export function readablePercent(percent: number): string {
  return percent > 0 && percent < 0.01 ? "< 0.01 %" : `${Number(percent.toPrecision(3))} %`;
}
