// Browsers, by their names in the contract. Pure data.

export const BROWSERS = ["chromium", "firefox", "webkit"] as const;
export type BrowserName = (typeof BROWSERS)[number];

export const BROWSER_WORDS: Readonly<Record<BrowserName, string>> = {
  chromium: "Chromium",
  firefox: "Firefox",
  webkit: "WebKit",
};
