// Explains the service's terms to people who are new to it.
import type { Topic } from "../topic.ts";

/** Pattern and meaning of each term. The first one that matches the question counts. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  [/\bbaselines?\b/, "A baseline is the approved screenshot of a page. Later screenshots are compared with it."],
  [/\bmismatch\b/, "The mismatch is the share of compared pixels that differ from the baseline, in percent."],
  [
    /\bflak(y|iness|e)\b/,
    "Flaky is a test that failed and then passed without a change: its result cannot be trusted.",
  ],
  [
    /\bquality score|health score|site health\b/,
    "The quality score is the weighted average of the areas that were measured.",
  ],
  [
    /\bpillars?\b/,
    "A pillar is an area of quality: visual, functional, accessibility, performance, SEO, security, privacy, tracking.",
  ],
  [/\b(quality )?gate\b/, "The gate says whether a pull request may be merged, from the runs of its branch."],
  [
    /\btracking plan\b/,
    "The tracking plan lists the events and data layer attributes that pages should send, each with what is expected.",
  ],
  [
    /\bdata ?layer\b/,
    "The data layer is the list on a page into which the site pushes events and values for analytics.",
  ],
  [/\blcp\b/, "LCP (largest contentful paint) is the time until the largest part of the first screen is painted."],
  [/\bcls\b/, "CLS (cumulative layout shift) says how much the page moves while it loads."],
  [/\btbt\b/, "TBT (total blocking time) is how long scripts keep the page from answering while it loads."],
  [/\bttfb\b/, "TTFB (time to first byte) is the time until the server begins its answer."],
  [
    /\bgherkin|feature file\b/,
    "Gherkin is the plain text of functional tests: Given, When and Then, a step on each line.",
  ],
  [
    /\bscenarios?\b/,
    "A scenario is a page that is tested, with the steps before its screenshot. In functional tests it is one case of a feature.",
  ],
  [/\bviewports?\b/, "A viewport is the size of the window that a page is shown in: phone, tablet or desktop."],
  [
    /\bissue proof|ticket proof|proof\b/,
    "A proof runs the scenario of a ticket and checks the event that the ticket means; its result can be pasted into the ticket.",
  ],
  [/\bfindings?\b/, "A finding is one fault that an audit found on a page, with its severity and how to fix it."],
  [
    /\bcomparison rule|ignore rule|dynamic rule\b/,
    "A rule says which area of a page may change, so that its changes fail no test.",
  ],
];

export const terms: Topic = {
  id: "terms",
  feature: "help",
  action: "term",
  anyProject: true,
  asks: ["What is a baseline?", "What does flaky mean?", "What is a pillar?", "Explain the word mismatch"],
  sure: [
    /\bwhat (is|are) (a|an) \w+( \w+)?\s*\??$/,
    /\bwhat (do|does) .{1,40} mean\b/,
    /\bwhat('s| is) the meaning of\b/,
    /\b(define|definition of)\b/,
    /\bexplain (the (word|term|concept)|what (a|an) )/,
    /\bwhat (is|are) (lcp|cls|tbt|ttfb|gherkin|the data ?layer)\s*\??$/,
  ],
  async answer({ message }) {
    const text = message.toLowerCase();
    const [, meaning] = TERMS.find(([word]) => word.test(text)) ?? [];
    return meaning === undefined
      ? [
          "I do not explain that word. I know the words of this service, such as baseline, mismatch, flaky, pillar, gate and tracking plan.",
        ]
      : [meaning];
  },
};
