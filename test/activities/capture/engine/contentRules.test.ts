import { expect } from "chai";
import type { Normalizer } from "../../../../domain/visual/shot.ts";
import { capture, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

const IMAGE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='30'%3E%3Crect width='40' height='30' fill='red'/%3E%3C/svg%3E";

describe("content rules", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  /** Returns what the page shows after the rule, read from its map. */
  async function shown(html: string, normalize: Normalizer): Promise<string> {
    const url = sites.site.on("/rule", `<div id=x>${html}</div>`);
    const contentRules = [{ id: "rule", selector: "#x > *", normalize }];
    const { map } = await capture(pools, specOf(url, { contentRules }));
    return (map?.elements ?? [])
      .map(({ text }) => text)
      .filter((text) => text !== "")
      .join("|");
  }

  const cases: [normalize: Normalizer, html: string, expected: string][] = [
    ["text", "<p>Hello <b>Ada</b>, welcome</p>", "Text"],
    ["fixed:Somebody", "<p>Ada</p><p>Grace</p>", "Somebody|Somebody"],
    ["fixed:", "<p>Ada</p><p>x</p>", ""],
    ["number", "<p>1,204 items, -3.5 left</p>", "0 items, 0 left"],
    ["number", "<p>many</p>", "0"],
    ["price", "<p>from €1.299,00 to 12 €</p>", "from €0.00 to 0.00 €"],
    ["price", "<p>$5 <s>$7.50</s></p>", "$0.00|$0.00"],
    ["date", "<p>Posted 2025-11-21 at 10:15</p>", "Posted 2000-01-01 at 2000-01-01"],
    [
      "date",
      "<p>3. März 2025</p><p>Nov 21, 2025</p><p>5 minutes ago</p><p>21/11/25</p>",
      "2000-01-01|2000-01-01|2000-01-01|2000-01-01",
    ],
    ["date", "<p>yesterday</p>", "2000-01-01"],
  ];
  for (const [normalize, html, expected] of cases)
    it(`${normalize}: ${html}`, async () => {
      expect(await shown(html, normalize)).to.equal(expected);
    });

  it("image: grey in the same place, backgrounds and drawings too", async () => {
    const url = sites.site.on(
      "/images",
      `<style>body>:not(style){display:block;width:40px;height:30px}</style><img class=i src="${IMAGE}"><div class=i style="background:url(&quot;${IMAGE}&quot;)"></div>
       <svg class=i viewBox="0 0 4 3"><rect width="4" height="3" fill="red"/></svg><i style="background:rgb(0,200,0)"></i>`,
    );
    const { frame } = await capture(
      pools,
      specOf(url, { contentRules: [{ id: "i", selector: ".i", normalize: "image" }] }),
    );
    const pixels = await pixelsOf(frame.png);
    expect([15, 45, 75, 105].map((y) => pixels.at(20, y))).to.deep.equal([
      "154,160,166",
      "154,160,166",
      "255,255,255",
      "0,200,0",
    ]);
  });

  it("fills fields, survives invalid selectors, and holds while the page writes on", async () => {
    const url = sites.site.on(
      "/live",
      `<input id=f value="Ada"><p id=t>0</p><script>let n=0;setInterval(()=>{t.textContent='tick '+(n++)},40)</script>`,
    );
    const contentRules = [
      { id: "a", selector: "#f", normalize: "fixed:X" as const },
      { id: "b", selector: "::bad::", normalize: "text" as const },
      { id: "c", selector: "#t", normalize: "text" as const },
    ];
    const result = await capture(pools, specOf(url, { contentRules }));
    expect(result.notes.map(({ code }) => code)).to.include("rule_not_judged");
    expect(result.stable).to.equal(true);
    expect(result.applied).to.deep.equal({ a: 1, c: 1 });
  });

  it("reach what the page map names in shadow trees and frames, as hidden and removed elements do", async () => {
    sites.site.on("/framed", `<p id=p>12</p>`);
    const url = sites.site.on(
      "/trees",
      `<div id=host></div><iframe id=f src="/framed"></iframe>
       <script>host.attachShadow({mode:'open'}).innerHTML='<b>34</b><i>hidden</i><u>gone</u>'</script>`,
    );
    const { map, applied, notes } = await capture(
      pools,
      specOf(url, {
        contentRules: [
          { id: "a", selector: "#host >> b", normalize: "number" },
          { id: "b", selector: "#f >> #p", normalize: "fixed:X" },
        ],
        hideSelectors: ["#host >> i"],
        removeSelectors: ["#host >> u"],
      }),
    );
    const texts = (map?.elements ?? []).map(({ text }) => text).filter((text) => text !== "");
    expect(texts.toSorted()).to.deep.equal(["0", "X"]);
    expect({ applied, notes }).to.deep.equal({ applied: { a: 1, b: 1 }, notes: [] });
  });

  it("count what they match, as page rules do, and those for several scenarios are named with their scope", async () => {
    const inner = "<i class=chat></i>";
    const url = sites.site.on(
      "/counted",
      `<b class=p>1</b><b class=p>2</b><i class=chat></i><iframe srcdoc="${inner}">`,
    );
    const spec = specOf(url, {
      contentRules: [
        { id: "wide", selector: ".p", normalize: "number", scope: "tag:shop" },
        { id: "own", selector: "b", normalize: "number" },
      ],
      hideSelectors: [".chat"],
      removeSelectors: [".gone"],
      pageRules: [
        { id: "hide", selector: ".chat", effect: "hide", scope: "project" },
        { id: "remove", selector: ".gone", effect: "remove", scope: "project" },
      ],
    });
    const { applied, notes } = await capture(pools, spec);
    expect(applied).to.deep.equal({ wide: 2, own: 2, hide: 2, remove: 0 });
    expect(notes.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      'hidden_by_rule: The rule ".p" (number) of scenarios with the tag shop replaced the content of 2 elements.',
      'hidden_by_rule: The rule ".chat" (hide) of all scenarios hid 2 elements.',
    ]);
  });
});
