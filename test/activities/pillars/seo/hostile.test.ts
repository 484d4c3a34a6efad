import { expect } from "chai";
import { createAudit } from "../../../../activities/pillars/seo/index.ts";
import { PAGE_LIMITS } from "../../../../activities/pillars/seo/limits.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { gathered, pageOf, runOf, toolsFor } from "./tools.ts";

const seoAudit = createAudit();

describe("SEO of hostile pages", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  async function audit(url: string) {
    const tools = toolsFor(pools.pool, sites.site.origin);
    // A shared machine needs seconds for the layout of 100,000 lines.
    const one = await gathered({ ...tools, visit: { pool: pools.pool, limits: { answerMs: 90_000 } } }, url);
    const place = { pillar: "seo", page: url, baseUrl: sites.site.origin } as const;
    return {
      data: one.data,
      bytes: JSON.stringify(one.data).length,
      ...seoAudit.audit(one.data, pageOf(url), runOf(sites.site.origin), place),
    };
  }

  it("keeps little of a page of 9 MB", async () => {
    const url = sites.site.on("/large", (_, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      const part = `<p>${"word ".repeat(200_000)}</p>`;
      let left = 9;
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(part)) return;
        }
        if (left === 0) response.end();
      };
      response.write('<!doctype html><html lang="en"><head><title>Large</title></head><body><h1>Large</h1>');
      response.on("drain", more);
      more();
    });
    const { data, bytes } = await audit(url);
    expect(data.document?.titles).to.deep.equal(["Large"]);
    expect(data.served?.title).to.equal("Large");
    expect(bytes).to.be.below(20_000);
  });

  it("looks at the first of 100,000 links and says so", async () => {
    const url = sites.site.on(
      "/links",
      `<h1>x</h1><div id=d></div><script>d.innerHTML = Array.from({length: 1e5}, (_, i) => '<a href="javascript:x' + i + '">l' + i + '</a><br>').join('')</script>`,
    );
    const { data, bytes, findings } = await audit(url);
    expect(data.document?.counts).to.include({ links: 100_000, linksLeft: 100_000 - PAGE_LIMITS.links });
    expect(data.document?.links).to.have.length(PAGE_LIMITS.links);
    const found = findings.filter(({ rule }) => rule === "link-crawlable");
    expect(found).to.have.length(20);
    expect(found.at(-1)?.message).to.contain("There are 1,480 more of this kind.");
    expect(bytes).to.be.below(400_000);
  });

  it("keeps the text of a title as text, and no more of it than fits", async () => {
    const attack = `</title><script>window.hit=1</script>"><img src=x onerror=alert(1)>`;
    const url = sites.site.on(
      "/xss",
      `<h1>x</h1><script>document.title = ${JSON.stringify(attack).replaceAll("</", "<\\/")} + "y".repeat(1e6)</script>`,
    );
    const { data, findings, details } = await audit(url);
    expect(data.document?.titles[0]).to.have.length(PAGE_LIMITS.attribute);
    expect(data.document?.titles[0]?.startsWith(attack)).to.equal(true);
    const [finding] = findings.filter(({ rule }) => rule === "title-length");
    expect(finding?.message).to.equal("The title has 2,000 characters; results show about 60.");
    for (const { evidence } of findings) expect(JSON.stringify(evidence).length).to.be.below(5_000);
    expect(JSON.stringify(details).length).to.be.below(100_000);
  });

  it("is not misled by a page that replaces what it is read with", async () => {
    const url = sites.site.on(
      "/liar",
      `<h1>x</h1><script>Document.prototype.getElementsByTagName = () => []; Array.prototype.map = () => []; JSON.stringify = () => "{}";
       Element.prototype.getAttribute = () => "lie"; Object.defineProperty(document, "title", { get: () => "lie" });</script>`,
    );
    const { data } = await audit(url);
    expect(data.document?.titles).to.deep.equal(["t"]);
    expect(data.document?.headings).to.deep.equal([{ level: 1, text: "x" }]);
  });

  it("bounds structured data, headings and nesting", async () => {
    const url = sites.site.on(
      "/deep",
      `<h1>x</h1><script>
        let deep = document.body; for (let i = 0; i < 1000; i++) { const d = document.createElement("div"); deep.append(d); deep = d }
        for (let i = 0; i < 20000; i++) document.body.append(document.createElement("h6"));
        for (const text of ["[".repeat(90000) + "]".repeat(90000), '{"a":"' + "b".repeat(1e6) + '"}', "[".repeat(40000) + "]".repeat(40000)])
          { const s = document.createElement("script"); s.type = "application/ld+json"; s.text = text; document.head.append(s) }
      </script>`,
    );
    const { data, findings } = await audit(url);
    expect(data.document?.headings).to.have.length(PAGE_LIMITS.headings);
    expect(data.document?.jsonLd.map(({ truncated }) => truncated)).to.deep.equal([true, true, false]);
    expect(findings.filter(({ rule }) => rule === "json-ld-invalid").map(({ outcome }) => outcome)).to.deep.equal([
      "review",
      "review",
    ]);
  });

  it("gives up on a page whose scripts never rest, and says why", async () => {
    const url = sites.site.on(
      "/busy",
      `<h1>x</h1><script>addEventListener("load", () => setTimeout(() => { for (;;); }))</script>`,
    );
    const tools = toolsFor(pools.pool, sites.site.origin);
    const result = await seoAudit.gather(
      { ...tools, visit: { pool: pools.pool, limits: { answerMs: 1_000 } } },
      pageOf(url),
    );
    expect(result).to.deep.include({ state: "not_measured", code: "timeout" });
  });
});
