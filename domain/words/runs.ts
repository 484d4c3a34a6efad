// Names of the kinds of runs and of their triggers, by type, in the order in which people read them. Pure data.

export type RunWords = {
  /** Type in status responses. */
  type: string;
  /** Name of its pillar; null if it consists of runs of several pillars. */
  pillar: string | null;
  /** Name as people read it. */
  name: string;
  /** Name in a sentence: "a visual test". */
  inSentence: string;
  /** Name of its trigger. */
  trigger: string;
  /** Older names of the trigger; each is also a path below /api/tests. */
  aliases: readonly string[];
  /** Path below /api/tests. */
  path: string;
  /** Whether the closed list of types of POST /api/ci/run contains it. */
  ci: boolean;
  /** Its name in `plumbline run`. */
  word: string;
  /** Other words that people type for it. */
  also?: readonly string[];
  /** Whether its verdict states whether the site is good; such runs are reported, notified and scheduled. */
  gates: boolean;
  /** Set if its screenshots are compared with baselines and people review the changes. */
  reviewed?: true;
  /** Set if it can visit the pages of a crawl. */
  crawls?: true;
  /** Set if people choose its browsers. Audits open pages in Chromium only. */
  choosesBrowsers?: true;
};

export const RUN_WORDS = {
  "vrt-test": {
    type: "vrt-test",
    pillar: "visual",
    name: "Visual test",
    inSentence: "a visual test",
    trigger: "test",
    aliases: [],
    path: "test",
    ci: true,
    word: "visual",
    also: ["test", "vrt"],
    gates: true,
    reviewed: true,
    choosesBrowsers: true,
  },
  baseline: {
    type: "baseline",
    pillar: "visual",
    name: "Baseline capture",
    inSentence: "a capture of baselines",
    trigger: "baseline",
    aliases: [],
    path: "reference",
    ci: true,
    word: "baseline",
    gates: false,
    choosesBrowsers: true,
  },
  "frt-test": {
    type: "frt-test",
    pillar: "functional",
    name: "Functional test",
    inSentence: "a functional test",
    trigger: "functional",
    aliases: [],
    path: "functional",
    ci: false,
    word: "functional",
    also: ["frt"],
    gates: true,
    choosesBrowsers: true,
  },
  "a11y-test": {
    type: "a11y-test",
    pillar: "a11y",
    name: "Accessibility audit",
    inSentence: "an accessibility audit",
    trigger: "a11y",
    aliases: [],
    path: "a11y",
    ci: true,
    word: "a11y",
    also: ["accessibility"],
    gates: true,
    crawls: true,
  },
  "perf-test": {
    type: "perf-test",
    pillar: "perf",
    name: "Performance audit",
    inSentence: "a performance audit",
    trigger: "perf",
    aliases: [],
    path: "perf",
    ci: true,
    word: "perf",
    also: ["performance"],
    gates: true,
    crawls: true,
  },
  "seo-test": {
    type: "seo-test",
    pillar: "seo",
    name: "SEO audit",
    inSentence: "an SEO audit",
    trigger: "seo",
    aliases: [],
    path: "seo",
    ci: true,
    word: "seo",
    gates: true,
    crawls: true,
  },
  "security-test": {
    type: "security-test",
    pillar: "security",
    name: "Security audit",
    inSentence: "a security audit",
    trigger: "security",
    aliases: [],
    path: "security",
    ci: true,
    word: "security",
    gates: true,
    crawls: true,
  },
  "tracking-test": {
    type: "tracking-test",
    pillar: "tracking",
    name: "Tracking audit",
    inSentence: "a tracking audit",
    trigger: "tracking",
    aliases: ["analytics"],
    path: "tracking",
    ci: true,
    word: "tracking",
    also: ["analytics"],
    gates: true,
  },
  "privacy-test": {
    type: "privacy-test",
    pillar: "privacy",
    name: "Privacy audit",
    inSentence: "a privacy audit",
    trigger: "privacy",
    aliases: [],
    path: "privacy",
    ci: false,
    word: "privacy",
    gates: true,
    crawls: true,
  },
  "full-suite": {
    type: "full-suite",
    pillar: null,
    name: "Full audit",
    inSentence: "a full audit",
    trigger: "full",
    aliases: [],
    path: "full-suite",
    ci: false,
    word: "all",
    also: ["full-audit"],
    gates: true,
    crawls: true,
    choosesBrowsers: true,
  },
} as const satisfies Record<string, RunWords>;
