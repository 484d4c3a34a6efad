import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { onAndOff, seen, svg, WHITE } from "./switching.ts";

describe("stabiliser lazy", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  before(() => {
    sites.site.on("/green.svg", (_request, response) =>
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(svg("rgb(0,200,0)")),
    );
    sites.site.on("/frame", `<body style="background:rgb(0,200,0)">`);
  });
  const FAR = `<div style="height:6000px"></div>`;

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: brings in lazy images and frames far down the page`, async () => {
      const url = sites.site.on(
        "/lazy",
        `<style>img,iframe{display:block;border:0;width:40px;height:40px}</style>${FAR}<img loading=lazy src="/green.svg"><iframe loading=lazy src="/frame"></iframe>`,
      );
      const { on, off } = await onAndOff(pools, "lazy", url, { browser });
      expect([on.pixels.at(20, 6020), on.pixels.at(20, 6060)]).to.deep.equal(["0,200,0", "0,200,0"]);
      if (browser === "chromium") expect(off.pixels.at(20, 6020)).to.equal(WHITE);
    });

  it("walks down a page that watches for it, and back to the top", async () => {
    const url = sites.site.on(
      "/watches",
      `<div style="height:1500px"></div><div class=w style="height:40px"></div>${FAR}<div class=w style="height:40px"></div>
       <script>const o=new IntersectionObserver(es=>es.forEach(e=>{if(e.isIntersecting)e.target.style.background='rgb(0,200,0)'}));document.querySelectorAll('.w').forEach(e=>o.observe(e));
       addEventListener('scroll',()=>{document.title=String(scrollY)})</script>`,
    );
    const { on, off } = await onAndOff(pools, "lazy", url);
    expect([on.pixels.at(20, 1520), on.pixels.at(20, 7560)]).to.deep.equal(["0,200,0", "0,200,0"]);
    expect(off.pixels.at(20, 7560)).to.equal(WHITE);
    expect(on.map?.title).to.equal("0");
  });

  it("walks to a part of the page that appears on scrolling, and back to the top", async () => {
    const url = sites.site.on(
      "/appears",
      `${FAR}<section style="display:flow-root;height:600px"><p id=p style="margin:500px 0 0;height:100px"></p></section>${FAR}
       <script>new IntersectionObserver(es=>es.forEach(e=>{if(e.isIntersecting)p.style.background='rgb(0,200,0)'})).observe(p)</script>`,
    );
    const { on, off } = await onAndOff(pools, "lazy", url, { selector: "section" });
    expect([on.pixels.at(20, 100), on.pixels.at(20, 550)]).to.deep.equal([WHITE, "0,200,0"]);
    expect(off.pixels.at(20, 550)).to.equal(WHITE);
  });

  it("leaves a part where the steps have brought it, also on the page they have followed a link to", async () => {
    const there = sites.site.on(
      "/there",
      `${FAR}<section style="height:60px"></section>${FAR}<script>addEventListener('scroll',()=>{document.title=String(scrollY>3000)})</script>`,
    );
    const url = sites.site.on("/link", `<a id=l href="${there}">There</a>`);
    const { map } = await seen(
      pools,
      specOf(url, {
        selector: "section",
        steps: [
          { op: "click", selector: "#l" },
          { op: "waitFor", selector: "section" },
          { op: "scroll", selector: "section" },
        ],
      }),
    );
    expect(map?.title).to.equal("true");
  });

  it("spares a page that watches for nothing the walk", async () => {
    const tells = `${FAR}<script>(function look(){if(scrollY>0)document.title='walked';requestAnimationFrame(look)})()</script>`;
    const titleOf = async (path: string, body: string) =>
      (await seen(pools, specOf(sites.site.on(path, body)))).map?.title;
    expect(await titleOf("/plain", tells)).to.equal("t");
    const watching = `${tells}<script>new IntersectionObserver(()=>{}).observe(document.body)</script>`;
    expect(await titleOf("/watching", watching)).to.equal("walked");
  });

  it("lays out parts that are laid out only near the screen", async () => {
    const url = sites.site.on(
      "/visibility",
      `${FAR}<section style="content-visibility:auto;contain-intrinsic-size:auto 100px"><div style="height:300px;background:rgb(0,200,0)"></div></section>`,
    );
    const { on, off } = await onAndOff(pools, "lazy", url);
    expect(on.frame.height).to.equal(6300);
    expect(on.pixels.at(20, 6250)).to.equal("0,200,0");
    expect(off.frame.height).to.equal(6100);
  });

  it("does not run after a feed that has no end", async () => {
    const url = sites.site.on(
      "/feed",
      `<div id=f style="height:900px"></div><script>addEventListener('scroll',()=>{if(scrollY+innerHeight>=document.body.scrollHeight)f.style.height=f.offsetHeight+900+'px'})</script>`,
    );
    const first = await seen(pools, specOf(url));
    const second = await seen(pools, specOf(url));
    expect(first.frame.height).to.equal(second.frame.height).and.to.be.lessThan(10_000);
  });
});
