import { createHash } from "node:crypto";
import { expect } from "chai";
import sharp from "sharp";
import { takePort } from "../../../../temporal-dev/ports.ts";
import { byLane } from "../../../support/lanes.ts";
import {
  capture,
  captureFailing,
  difference,
  installed,
  pixelsOf,
  SLOW_MS,
  specOf,
  usePool,
  useSite,
} from "./harness.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const PLAIN = `<h1 id="title">Plain</h1><p class="a">One paragraph of text.</p><div style="height:700px;background:linear-gradient(#fff,#06c)"></div>`;

describe("captureShot", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"]))) {
    it(`gives the same bytes in two contexts of ${browser}, and takes one frame when they are known`, async () => {
      const url = sites.site.on("/plain", PLAIN);
      const first = await capture(pools, specOf(url, { browser }));
      expect(first).to.include({ equalsKnown: false, stable: true, movingRegion: null, httpStatus: 200 });
      // The page has no activity, so two equal frames are enough.
      expect(first.timings.frames).to.equal(2);
      expect(first.notes).to.deep.equal([]);
      expect(first.frame.width).to.equal(400);
      expect(first.map?.title).to.equal("t");
      expect(first.renderer).to.have.keys("browser", "version", "platform", "fonts");
      const second = await capture(pools, specOf(url, { browser }), { sha256: sha256(first.frame.png) });
      expect(second).to.include({ equalsKnown: true, stable: true });
      expect(second.timings.frames).to.equal(1);
      expect(second).not.to.have.property("map");
    });

    it(`shoots ${browser} at a phone's size, scale and touch`, async () => {
      const url = sites.site.on(
        "/phone",
        `<p id=p></p><script>p.textContent=[innerWidth,devicePixelRatio,/Mobile/.test(navigator.userAgent),navigator.maxTouchPoints>0,Intl.DateTimeFormat().resolvedOptions().timeZone,navigator.language].join()</script>`,
      );
      const viewport = { name: "phone", width: 375, height: 667, scale: 2, mobile: true } as const;
      const { frame, map } = await capture(pools, specOf(url, { browser, viewport }));
      expect([frame.width, frame.height]).to.deep.equal([750, 1334]);
      const text = map?.elements.find(({ id }) => id === "p")?.text;
      expect(text).to.match(/^375,2,true,(true|false),UTC,en-US$/);
      if (browser === "chromium") expect(text).to.contain("true,true");
    });
  }

  it("knows a picture by its pixels when it was encoded again, after one frame", async () => {
    const url = sites.site.on("/plain", PLAIN);
    const { frame } = await capture(pools, specOf(url));
    const recoded = await sharp(frame.png).png({ compressionLevel: 9, palette: false }).toBuffer();
    expect(sha256(recoded)).not.to.equal(sha256(frame.png));
    const known = { sha256: sha256(recoded), readPng: async () => recoded, difference };
    const again = await capture(pools, specOf(url), known);
    expect(again.equalsKnown).to.equal(true);
    const other = await capture(pools, specOf(sites.site.on("/other", `${PLAIN}<p>more`)), known);
    expect(other).to.include({ equalsKnown: false, stable: true });
  });

  it("believes a first frame that an earlier attempt had", async () => {
    const url = sites.site.on("/plain", PLAIN);
    const { frame } = await capture(pools, specOf(url));
    const again = await capture(pools, specOf(url), { sha256: "0".repeat(64), extraKnownSha256: [sha256(frame.png)] });
    expect(again).to.include({ equalsKnown: false, stable: true });
    expect(again.timings.frames).to.equal(1);
    // The map was recorded with the first capture.
    expect(again.map).to.equal(undefined);
  });

  const restless = (size: string) =>
    `<div style="height:600px"></div><div id=b style="position:absolute;left:100px;top:200px;${size}"></div>
     <script>let n=0;setInterval(()=>{b.style.background='rgb('+(n=(n+37)%256)+',0,0)'},20)</script>`;

  it("names the part of a page that never rests", async () => {
    const url = sites.site.on("/moving", restless("width:50px;height:40px"));
    const shot = await capture(pools, specOf(url), { sha256: null, difference });
    expect(shot).to.deep.include({
      stable: true,
      movingRegion: null,
      restless: [
        {
          selector: "#b",
          box: { x: 100, y: 200, width: 50, height: 40 },
          moving: { x: 100, y: 200, width: 50, height: 40 },
        },
      ],
    });
    expect(shot.notes.map(({ code, message }) => ({ code, message }))).to.deep.equal([
      { code: "restless", message: '"#b" keeps changing, 5 s after the page was ready.' },
    ]);
  });

  it("says of a page that never rests as a whole that it is unstable, and where", async () => {
    const url = sites.site.on("/restless", restless("width:300px;height:550px"));
    const { stable, movingRegion, notes } = await capture(pools, specOf(url), { sha256: null, difference });
    expect(stable).to.equal(false);
    expect(movingRegion).to.deep.equal({ x: 100, y: 200, width: 300, height: 550 });
    expect(notes.map(({ code }) => code)).to.deep.equal(["unstable"]);
    expect(notes[0]?.message).to.contain("x=100, y=200, 300×550 px");
  });

  it("shoots a page of 30,000 px whole, each band in its place", async () => {
    const bands = Array.from(
      { length: 30 },
      (_, i) => `<div style="height:1000px;background:rgb(${i * 8},${255 - i * 8},90)"></div>`,
    );
    const url = sites.site.on("/tall", bands.join(""));
    const { frame, notes } = await capture(pools, specOf(url, { stabilisers: { lazy: false } }));
    expect([frame.width, frame.height]).to.deep.equal([400, 30_000]);
    const pixels = await pixelsOf(frame.png);
    for (let i = 0; i < 30; i += 1)
      for (const y of [i * 1000, i * 1000 + 500, i * 1000 + 999])
        expect(pixels.at(200, y), `row ${y}`).to.equal(`${i * 8},${255 - i * 8},90`);
    expect(notes).to.deep.equal([]);
  });

  it("cuts a page past the limit and says so", async () => {
    // It grows past the limit after it was prepared the first time.
    const url = sites.site.on(
      "/cut",
      `<div id=d style="height:1000px;background:#eee"></div><script>setTimeout(()=>{d.style.height='3000px'},900)</script>`,
    );
    const { frame, notes } = await capture(pools, specOf(url, { maxHeight: 1200, delay: 1_200 }));
    expect(frame.height).to.equal(1200);
    expect(notes).to.deep.equal([
      {
        code: "cut",
        message: "The page is 3000 px high; the screenshot shows the first 1200 px.",
        data: { height: 3000, shown: 1200 },
      },
    ]);
  });

  it("says that a page scrolls inside an element, and not that a small part of it does", async () => {
    const page = (height: string, within: string) =>
      `<style>html,body{margin:0;height:100%;overflow:hidden}div{overflow:auto}p{margin:0;height:3000px}</style><div style="height:${height}">${within}</div>`;
    const long = "<p>Long</p>";
    const noted = async (path: string, html: string) =>
      (await capture(pools, specOf(sites.site.on(path, html)))).notes.map(({ code, data }) => [code, data]);
    expect(await noted("/shell", page("100%", long))).to.deep.equal([["cut", { height: 3000, shown: 300 }]]);
    expect(await noted("/list", page("100px", long))).to.deep.equal([]);
    expect(await noted("/flat", page("100%", "Short"))).to.deep.equal([]);
  });

  it("shoots the first match of a selector, wherever it is", async () => {
    const url = sites.site.on(
      "/parts",
      `<div style="height:900px"></div><div class=p style="margin-left:30px;width:120px;height:80px;background:#0a0"></div><div class=p>second</div>
       <div id=box style="height:100px;overflow:auto"><div style="height:500px"></div><div id=deep style="height:50px;background:#a00"></div></div>`,
    );
    const part = await capture(pools, specOf(url, { selector: ".p" }));
    expect([part.frame.width, part.frame.height]).to.deep.equal([120, 80]);
    const pixels = await pixelsOf(part.frame.png);
    expect([pixels.at(0, 0), pixels.at(119, 79)]).to.deep.equal(["0,170,0", "0,170,0"]);
    expect(part.map?.elements.find(({ selector }) => selector.includes("div"))?.box).to.include({
      width: 120,
      height: 80,
      x: 0,
      y: 0,
    });
    const deep = await capture(pools, specOf(url, { selector: "#deep" }));
    expect((await pixelsOf(deep.frame.png)).at(10, 25)).to.equal("170,0,0");
  });

  it("hides, removes, dismisses and waits for the ready selector and the delay", async () => {
    const url = sites.site.on(
      "/asked",
      `<div class=hide style="height:50px;background:red"></div><div class=gone style="height:50px;background:red"></div>
       <div id=banner style="position:fixed;inset:0;background:red"><button id=ok onclick="banner.remove()">OK</button></div>
       <div id=late style="height:50px"></div>
       <script>setTimeout(()=>{late.innerHTML='<i class=ready></i>'},300);setTimeout(()=>{late.style.background='rgb(0,0,200)'},900)</script>`,
    );
    const spec = specOf(url, {
      hideSelectors: [".hide", "::bad::"],
      removeSelectors: [".gone"],
      dismissSelectors: ["#absent", "#ok"],
      readySelector: ".ready",
      delay: 900,
    });
    const { frame, notes } = await capture(pools, spec);
    const pixels = await pixelsOf(frame.png);
    expect([pixels.at(200, 25), pixels.at(200, 75)]).to.deep.equal(["255,255,255", "0,0,200"]);
    // Told once, though the page is prepared again after the delay; and never like a shot that could not be taken.
    expect(notes.map(({ code, data }) => [code, data?.selector])).to.deep.equal([["rule_not_judged", "::bad::"]]);
  });

  it("is not held up by dialogs and popups", async () => {
    const url = sites.site.on(
      "/dialogs",
      `<p id=p></p><script>alert('a');p.textContent=String(confirm('b'))+prompt('c');window.open('/plain')</script>`,
    );
    const { map } = await capture(pools, specOf(url));
    expect(map?.elements.find(({ id }) => id === "p")?.text).to.equal("falsenull");
  });

  it("shoots a page that never finishes loading as it is, with a note", async () => {
    sites.site.on("/never.png", () => undefined);
    const url = sites.site.on(
      "/never",
      `<h1>here</h1><img src="/never.png?key=hidden"><div style="height:500px;background:#0c0"></div>`,
    );
    const { frame, notes } = await capture({ ...pools, limits: { loadMs: 2_000 } }, specOf(url));
    expect((await pixelsOf(frame.png)).at(200, frame.height - 10)).to.equal("0,204,0");
    const note = notes.find(({ code }) => code === "still_loading");
    expect(note?.message).to.match(/^The page had not finished loading after 2 s .*\/never\.png\.$/);
    expect(JSON.stringify(notes)).not.to.contain("hidden");
  });

  it("follows a page that goes elsewhere by script", async () => {
    sites.site.on("/there", `<div style="height:400px;background:#0cc"></div>`);
    const url = sites.site.on("/goes", `<script>setTimeout(()=>location.href='/there',0)</script>`);
    const { frame } = await capture(pools, specOf(url, { delay: 200 }));
    expect((await pixelsOf(frame.png)).at(200, 200)).to.equal("0,204,204");
  });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    for (const [how, page] of [
      ["a refresh", (to: string) => `<p>fine</p><meta http-equiv=refresh content="0;url=${to}">`],
      ["a script", (to: string) => `<p>fine</p><script>setTimeout(()=>location.href='${to}',0)</script>`],
    ] as const)
      for (const [where, to, code] of [
        ["a host that is not there", async () => `http://127.0.0.1:${await takePort(0)}/`, "connection_failed"],
        ["a page that is not there", async () => "/nowhere", "http_error"],
      ] as const)
        it(`${browser}: shoots no error page to which ${how} leads: ${where}`, async () => {
          const url = sites.site.on("/leads", page(await to()));
          const failed = await captureFailing(pools, specOf(url, { browser, delay: 300 }));
          expect(failed.reason.code).to.equal(code);
        });
});
