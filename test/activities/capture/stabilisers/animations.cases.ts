import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, startSite, usePool, useSite } from "../engine/harness.ts";
import { onAndOff } from "./switching.ts";

/** Class of a page whose transition has started: on a busy machine, the second frame comes late. */
const BEGUN = "#c.runs";
const begins = "c.ontransitionrun=()=>{c.className='runs'};";

describe("stabiliser animations", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: finishes what has an end, takes away what has none`, async () => {
      const url = sites.site.on(
        "/animations",
        `<style>div{height:40px;background:rgb(200,0,0)}@keyframes go{to{background:rgb(0,200,0)}}@keyframes spin{from{background:rgb(0,0,50)}to{background:rgb(0,0,250)}}
         #a{animation:go 20s forwards}#b{animation:spin .7s infinite}#c{transition:background 20s}</style>
         <div id=a></div><div id=b></div><div id=c></div><div id=d></div>
         <script>${begins}requestAnimationFrame(()=>requestAnimationFrame(()=>{c.style.background='rgb(0,200,0)'}));
         d.animate([{background:'rgb(0,200,0)'},{background:'rgb(0,200,0)'}],{duration:20000,fill:'forwards',delay:3000})</script>`,
      );
      const { on, off } = await onAndOff(pools, "animations", url, { browser, readySelector: BEGUN });
      const rows = (one: typeof on) => [20, 60, 100, 140].map((y) => one.pixels.at(20, y));
      expect(rows(on)).to.deep.equal(["0,200,0", "200,0,0", "0,200,0", "0,200,0"]);
      expect(on.stable).to.equal(true);
      // Firefox's own screenshot function ends animations.
      if (browser === "chromium") expect(off.stable).to.equal(false);
    });

  it("stops drawings that move by themselves at their start", async () => {
    const url = sites.site.on(
      "/smil",
      `<svg width="100" height="20"><rect width="20" height="20" fill="rgb(0,200,0)"><animate attributeName="x" from="0" to="80" dur="1s" repeatCount="indefinite"/></rect></svg>`,
    );
    // Chromium also stops these when it pauses animated images.
    const { on, off } = await onAndOff(pools, "animations", url, { stabilisers: { media: false } });
    expect(on.stable).to.equal(true);
    expect(on.pixels.at(2, 10)).to.equal("0,200,0");
    expect(off.stable).to.equal(false);
  });

  it("tells the page that its transition has ended", async () => {
    const url = sites.site.on(
      "/ended",
      `<style>#c{transition:opacity 20s}</style><p id=c>c</p><p id=t>waiting</p><script>${begins}c.ontransitionend=()=>{t.textContent='ended'};
       requestAnimationFrame(()=>requestAnimationFrame(()=>{c.style.opacity=.5}))</script>`,
    );
    const { on } = await onAndOff(pools, "animations", url, { readySelector: BEGUN });
    expect(on.text("t")).to.equal("ended");
  });

  it("reaches into shadow trees", async () => {
    const url = sites.site.on(
      "/shadow",
      `<div id=host></div><script>host.attachShadow({mode:'open'}).innerHTML=\`<style>b,i{display:block;height:40px;background:rgb(200,0,0)}
       b{animation:go 20s forwards}i{animation:spin 9s linear infinite}@keyframes go{to{background:rgb(0,200,0)}}@keyframes spin{to{background:rgb(0,0,250)}}</style><b></b><i></i>\`</script>`,
    );
    const { on, off } = await onAndOff(pools, "animations", url);
    expect([on.stable, on.restless]).to.deep.equal([true, []]);
    expect([on.pixels.at(20, 20), on.pixels.at(20, 60)]).to.deep.equal(["0,200,0", "200,0,0"]);
    expect(off.stable).to.equal(false);
  });

  it("reaches into frames, of other origins too", async () => {
    const other = await startSite("127.0.0.2");
    try {
      // Slow and linear: on a busy machine, two shots one period or any other time apart never match.
      const frame = `<style>body{background:rgb(200,0,0);animation:spin 9s linear infinite}@keyframes spin{to{background:rgb(0,0,250)}}</style>`;
      other.on("/frame", frame);
      sites.site.on("/frame", frame);
      const box = 'style="display:block;border:0;height:40px;width:100px"';
      const url = sites.site.on(
        "/frames",
        `<iframe ${box} src="/frame"></iframe><iframe ${box} src="${other.url("/frame")}"></iframe>`,
      );
      const { on, off } = await onAndOff(pools, "animations", url);
      expect(on.stable).to.equal(true);
      expect([on.pixels.at(50, 20), on.pixels.at(50, 60)]).to.deep.equal(["200,0,0", "200,0,0"]);
      expect(off.stable).to.equal(false);
    } finally {
      await other.close();
    }
  });
});
