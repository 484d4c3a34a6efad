import { expect } from "chai";
import { jiraMarkup } from "../../../domain/proof/jiraMarkup.ts";
import { MAX_MARKDOWN, proofMarkdown } from "../../../domain/proof/markdown.ts";
import { proofPage } from "../../../domain/proof/page.ts";
import { HOSTILE, hostileProof, proofRecord } from "./records.ts";

const LINKS = {
  evidence: "https://plumbline.example/api/artifacts/aa?expires=1&sig=x",
  trace: "https://plumbline.example/api/artifacts/bb?expires=1&sig=x",
  pictures: [{ step: 0, url: "https://plumbline.example/api/artifacts/cc?expires=1&sig=x" }],
  until: "2026-06-08T12:00:00.000Z",
};
const NO_LINKS = { evidence: null, trace: null, pictures: [], until: null };
/** Markdown without its code spans. */
const outsideCode = (markdown: string) => markdown.replace(/`[^`\n]*`/g, "");

describe("the comment of a proof", () => {
  it("has verdict, environment, commit, steps, expected beside observed, time and links", () => {
    const markdown = proofMarkdown(proofRecord(), LINKS);
    for (const part of [
      "### ✅ Proven: `SHOP-1`",
      "| Environment | `Production` at `https://shop.example` |",
      "| Commit | `abc1234` |",
      "| `currency` | `USD` | `USD` | ✅ |",
      '1. ✅ `Given I am on "/products/lamp"` [picture](<https://plumbline.example/api/artifacts/cc?expires=1&sig=x>)',
      "| Time | 10 March 2026, 12:00 UTC |",
      "[evidence](<https://plumbline.example/api/artifacts/aa?expires=1&sig=x>) · [trace](",
    ])
      expect(markdown).to.contain(part);
    expect(proofMarkdown(proofRecord(), NO_LINKS)).not.to.match(/\]\(|Links open/);
  });

  it("changes nothing of its form whatever ticket, page, plan and events hold", () => {
    const markdown = proofMarkdown(hostileProof(), LINKS);
    const outside = outsideCode(markdown);
    expect(outside).not.to.match(/@everyone|<img|<script|javascript:|evil\.example|#1234|Ignore all/);
    expect(markdown.length).to.be.at.most(MAX_MARKDOWN);
    const rows = markdown.split("\n").filter((line) => line.startsWith("|"));
    for (const row of rows) expect(row.split("|").length - 2, row.slice(0, 80)).to.be.oneOf([2, 4]);
    expect(markdown).to.contain("❌ Not proven");
  });

  it("stays inside its bound however much there is", () => {
    const many = proofRecord();
    many.rows = Array.from({ length: 500 }, (_, i) => ({
      attribute: `a${i}`,
      expected: HOSTILE,
      observed: HOSTILE,
      ok: false,
    }));
    many.steps = Array.from({ length: 500 }, () => ({
      ...many.steps[0]!,
      text: HOSTILE.repeat(20),
      message: HOSTILE.repeat(20),
    }));
    many.warnings = Array.from({ length: 100 }, () => HOSTILE);
    expect(proofMarkdown(many, LINKS).length).to.be.at.most(MAX_MARKDOWN);
  });
});

describe("the comment of a proof for Jira", () => {
  it("has its facts, and nothing of what is foreign acts in it", () => {
    const own = jiraMarkup(proofRecord(), LINKS);
    expect(own)
      .to.contain("(/) Proven")
      .and.to.contain("||Attribute||Expected||Observed|| ||")
      .and.to.contain("[evidence|https://");
    const markup = jiraMarkup(hostileProof(), LINKS);
    expect(markup).not.to.match(/@everyone|<img|<script|javascript:|https:\/\/evil|\[here\]|`code`\n|#1234/);
    for (const row of markup.split("\n").filter((line) => /^\|[^|]/.test(line)))
      expect(row.split("|").length, row).to.equal(6);
  });
});

describe("the page of a proof", () => {
  it("runs nothing and asks for nothing, whatever it shows", () => {
    const page = proofPage(
      hostileProof(),
      new Map([
        ["shot", "data:image/png;base64,AAAA"],
        ["bad", 'x" onerror="alert(1)'],
      ]),
      "javascript:alert(1)",
    );
    expect(page).not.to.match(/<script|<img src=x|onerror="|href="javascript/i);
    expect(page).to.match(/default-src 'none'/);
    expect(page.match(/(?:src|href)="(?!data:image\/|https:\/\/)/g)).to.equal(null);
  });
});
