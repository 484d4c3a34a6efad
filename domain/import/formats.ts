/** Files of other tools that can be converted into sections of plumbline.yml. */
export const FORMATS = [
  "backstopjs",
  "storybook",
  "sitemap",
  "lighthouserc",
  "lighthouse-budget",
  "pa11y-ci",
  "chrome-recorder",
] as const;
export type Format = (typeof FORMATS)[number];
