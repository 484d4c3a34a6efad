// A consent banner that lies over a page, and the remark about it.

export type OpenBanner = {
  /** What its best button does; null: none could be read. */
  kind: "accept" | "reject" | null;
  label: string | null;
  /** Selector of the banner as a whole, in the light tree. */
  part: string;
  /** The setting of a scenario that takes it off the page. */
  removal: { setting: "dismissSelectors" | "removeSelectors"; selector: string };
  /** Part of the window that it covers, 0 to 1. */
  share: number;
};

/** The remark of a picture that shows it. Its sentence quotes selectors of the page and none of its words. */
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
