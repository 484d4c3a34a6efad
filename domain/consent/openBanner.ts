// A consent banner that covers a page, and the remark about it.

export type OpenBanner = {
  /** Effect of its best button; null if no button was recognized. */
  kind: "accept" | "reject" | null;
  label: string | null;
  /** Selector of the whole banner, in the light DOM. */
  part: string;
  /** Scenario setting that removes the banner from the page. */
  removal: { setting: "dismissSelectors" | "removeSelectors"; selector: string };
  /** Share of the window that the banner covers, 0 to 1. */
  share: number;
};

/** Returns the remark of a screenshot that shows the banner. The sentence quotes selectors of the page, but none of its words. */
export function bannerRemark({ kind, label, part, removal, share }: OpenBanner) {
  const percent = Math.max(1, Math.round(share * 100));
  const how =
    removal.setting === "dismissSelectors"
      ? ` presses its button that ${kind}s`
      : " leaves it out, as no selector reaches a button that closes it";
  return {
    code: "consent_banner" as const,
    message: `A consent banner (${part}) covers ${percent} % of the window and is in the screenshot. The scenario's ${removal.setting}: ["${removal.selector}"]${how}.`,
    data: { selector: part, share, label, kind, setting: removal.setting, value: removal.selector },
  };
}
