import { expect } from "chai";
import { renderReport } from "../../../../domain/report/renderReport.ts";
import { PICTURE, report, sampleSection } from "../sample.ts";
import { change, place, shownResult, visualReport, visualSection } from "./sample.ts";

const HOSTILE = `</style><script>alert(1)</script><img src=x onerror=alert(1)>"'\``;
const count = (text: string, what: string) => text.split(what).length - 1;
const tags = (markup: string) => [...markup.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase());
/** The visible text, without markup. */
const words = (markup: string) =>
  markup
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the report of a visual run", () => {
  it("tells each change once: its element, its sentences, its pictures side by side, and where else it is", () => {
    const made = renderReport(visualReport());
    expect(count(made, '<article class="rule change">')).to.equal(1);
    const text = words(made);
    for (const part of [
      "Visual test",
      "3 results on 3 pages Background of the header changed from #fff to #eee, on 3 pages background-color: #fff → #eee header.site &quot;header.site&quot; has new styles.",
      "What to do: Approve if the new look is intended.",
      "Home desktop, chromium · /home · &lt; 0.01 % of the pixels Baseline Test Difference Where",
      "The same in 2 other results, without images here: Cart (desktop, chromium); About (desktop, chromium).",
      "Why this verdict 3 of 100 screenshots changed.",
    ])
      expect(text, part).to.include(part);
    const trio = made.slice(made.indexOf('<div class="trio">'));
    expect(["Baseline", "Test", "Difference", "The whole page"].map((side) => trio.indexOf(`alt="${side} of Home"`)))
      .to.satisfy((places: number[]) => places.every((at) => at > 0))
      .and.to.deep.equal(
        ["Baseline", "Test", "Difference", "The whole page"]
          .map((side) => trio.indexOf(`alt="${side} of Home"`))
          .sort((a, b) => a - b),
      );
    // The frame in the overview marks the position of the crop.
    expect(trio).to.include('viewBox="0 0 1440 4000"').and.to.include('<rect x="100" y="900" width="480" height="260"');
  });

  it("tells errors and missing baselines with their reasons, and every result in a table", () => {
    const text = words(renderReport(visualReport()));
    expect(text).to.include("Not measured 1 result /login The page answered HTTP 503. What to do: Correct it.");
    expect(text).to.include("No baseline 1 result /new No baseline yet. What to do: Approve it.");
    expect(text).to.include("&quot;#clock&quot; keeps changing. 4 results");
    expect(text).to.include("Home / Changed Passed Login #form /login Not measured – New /new No baseline Approved");
  });

  it("is no good score beside a failed verdict: the share of results is said to be one", () => {
    const made = renderReport(visualReport());
    expect(made).to.include('aria-label="Score: 95 of 100, Results passed, in percent"');
    expect(words(made)).not.to.match(/\bGood\b/);
    expect(made).to.include('class="dial dial-large tone-bad"');
    const passed = visualReport({ verdict: "pass", changes: [], open: { changed: 0, missing: 0, errors: 0 } });
    expect(renderReport(passed)).to.include('class="dial dial-large tone-good"');
  });

  it("says what it leaves out", () => {
    const places = Array.from({ length: 90 }, (_, n) => place(`Page-${n}`));
    const made = renderReport(
      visualReport({
        changes: [change({ places, shown: [shownResult("Page-0", { more: 3 })] })],
        changesTotal: 75,
        rowsTotal: 1_500,
      }),
    );
    const text = words(made);
    expect(text).to.include("74 more changes are not shown here");
    expect(text).to.include("and 1,497 more rows.");
    expect(text).to.include("and 49 more scenarios");
    expect(text).to.include("3 more places of this result lie outside these images.");
  });

  it("is in a full audit beside the other pillars", () => {
    const others = [
      { pillar: "visual", status: "completed", verdict: "fail", score: 95, sentence: "95 of 100 passed." },
    ] as const;
    const made = renderReport(
      report([sampleSection("seo"), sampleSection("a11y")], { visual: visualSection(), others: [...others] }),
    );
    expect(count(made, "<section>")).to.equal(3);
    expect(made.indexOf("<h2>Visual</h2>")).to.be.within(0, made.indexOf("<h2>SEO</h2>"));
    expect(count(made, '<article class="rule change">')).to.equal(1);
  });

  it("tells of a run that came to no end, and of pictures that are lost", () => {
    const cancelled = renderReport(
      visualReport({
        status: "failed",
        verdict: null,
        error: "cancelled by somebody",
        sentence: "cancelled by somebody",
        counts: null,
        changes: [],
        rows: [],
      }),
    );
    expect(words(cancelled)).to.include("Inconclusive").and.to.include("cancelled by somebody");
    const lost = change({ shown: [shownResult("Home", { baseline: null, diff: null, overview: null })] });
    expect(words(renderReport(visualReport({ changes: [lost] })))).to.include(
      "Baseline No screenshot. Test Difference No screenshot.",
    );
  });

  it("escapes everything, and takes nothing for a picture that is none", () => {
    const forged = { dataUri: `data:image/svg+xml;base64,PHN2Zz4=`, caption: HOSTILE };
    const bad = place(HOSTILE, {
      url: `javascript:${HOSTILE}`,
      viewport: HOSTILE,
      browser: HOSTILE,
      selector: HOSTILE,
    });
    const section = visualSection({
      error: HOSTILE,
      changes: [
        change({
          sentence: HOSTILE,
          lines: [HOSTILE],
          selector: HOSTILE,
          causes: [{ evidence: HOSTILE, action: "fix", advice: HOSTILE, confidence: 1 }],
          advice: [HOSTILE],
          places: [bad, place(`${HOSTILE}2`)],
          shown: [
            shownResult(HOSTILE, {
              place: bad,
              reasons: [HOSTILE],
              baseline: forged,
              test: { ...PICTURE, caption: HOSTILE },
              diff: { dataUri: `${PICTURE.dataUri}" onload="alert(1)`, caption: "" },
              overview: { picture: forged, width: 1, height: 1, crop: { x: 0, y: 0, width: 0, height: 0 } },
            }),
          ],
        }),
      ],
      unjudged: [{ code: HOSTILE, message: HOSTILE, advice: HOSTILE, places: [bad] }],
      remarks: [{ code: HOSTILE, message: HOSTILE, results: 1 }],
      rows: [{ ...bad, statuses: { [HOSTILE]: "failed" } }],
      viewports: [HOSTILE],
    });
    for (const input of [
      report([], { kind: "pillar", visual: section }),
      report([sampleSection("seo")], { kind: "suite", visual: section }),
    ]) {
      const made = renderReport(input);
      expect(new Set(tags(made))).not.to.contain.any.keys(
        "script",
        "iframe",
        "link",
        "object",
        "embed",
        "form",
        "base",
        "image",
      );
      expect(count(made, "</style>")).to.equal(1);
      expect(made).not.to.match(/<[^>"]*(?:"[^"]*"[^>"]*)*\son[a-z]+\s*=/i);
      expect(made).not.to.match(/(?:href|src)="(?!https?:|data:image\/png;base64,[A-Za-z0-9+/=]+")/);
      expect(made).not.to.match(/url\(|@import/);
    }
  });
});
