import { expect } from "chai";
import sharp from "sharp";
import { captureShot } from "../../../../activities/capture/engine/captureShot.ts";
import { NOTHING_KNOWN, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { later, onAndOff, once, seen, svg, WHITE } from "./switching.ts";

describe("stabiliser images", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const only = { networkQuiet: false, lazy: false };

  it("waits for an image that is added after the page has loaded", async () => {
    sites.site.on("/late.svg", once(later(1_500, "image/svg+xml", svg("rgb(0,200,0)"))));
    const url = sites.site.on(
      "/images",
      `<div id=d style="height:40px"></div><script>addEventListener('load',()=>{d.innerHTML='<img src=/late.svg>'})</script>`,
    );
    const { on, off } = await onAndOff(pools, "images", url, { stabilisers: only });
    expect(on.pixels.at(20, 20)).to.equal("0,200,0");
    expect(off.pixels.at(20, 20)).to.equal(WHITE);
  });

  it("draws a picture in the same pixels whether it was painted before or after it was decoded", async () => {
    const jpeg = await sharp({ create: { width: 120, height: 60, channels: 3, background: "#842" } })
      .jpeg()
      .toBuffer();
    for (const name of ["a", "b", "c", "d", "e"])
      sites.site.on(
        `/${name}.jpg`,
        (_request, response) => void response.writeHead(200, { "content-type": "image/jpeg" }).end(jpeg),
      );
    const round = (src: string) =>
      `decoding=sync ${src} style="display:block;border-radius:16px;background:#eee;image-rendering:auto"`;
    const parts = [
      `<img ${round("src=/a.jpg")}>`,
      `<picture><source srcset="/b.jpg 1x"><img ${round("src=/absent.jpg")}></picture>`,
      `<input type=image ${round("src=/c.jpg")}>`,
      `<iframe width=200 height=100 srcdoc='<img ${round("src=/d.jpg")}>'></iframe>`,
    ].join("");
    const inTree = `<img ${round("src=/e.jpg")}>`;
    let tell: () => void = () => undefined;
    sites.site.on("/go", (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      tell = () => void response.write("data: go\n\n");
    });
    const url = (when: string) =>
      sites.site.on(
        `/${when}`,
        `<div id=m style="height:10px"></div><div id=d style="height:400px"></div><script>
          const show=()=>{d.innerHTML=${JSON.stringify(parts)};
            const tree=d.appendChild(document.createElement('div')).attachShadow({mode:'open'});tree.innerHTML=${JSON.stringify(inTree)};
            return Promise.all([...d.querySelectorAll('img,input,iframe'),...tree.children].map(one=>new Promise(done=>one.onload=done)))};
          const showMoving=()=>{let n=0;const timer=setInterval(()=>{m.style.background='rgb('+(n++%200)+',9,9)'},20);
            new EventSource('/go').onmessage=()=>show().then(()=>{clearInterval(timer);m.style.background=''})};
          addEventListener('load',${when === "told" ? "showMoving" : "show"})</script>`,
      );
    const frameOf = async (when: string) => {
      const phase = (name: string) => name === "shoot" && tell();
      const shot = await captureShot(pools, specOf(url(when)), NOTHING_KNOWN, new AbortController().signal, phase);
      if (shot.kind === "failed") throw new Error(shot.reason.message);
      return shot.frame.png;
    };
    const early = await frameOf("early");
    expect((await pixelsOf(early)).at(60, 40)).not.to.equal(WHITE);
    // When frames are taken, nothing waits for images any longer. The page moves until they are there, so the last frame has them.
    const late = await frameOf("told");
    expect(Buffer.compare(early, late), "the late pictures are drawn as the early ones").to.equal(0);
  });

  it("does not wait for broken ones, and notes those that do not come", async () => {
    sites.site.on("/never.svg", () => undefined);
    const url = sites.site.on(
      "/broken",
      `<img src="/absent.png"><div id=d></div><script>addEventListener('load',()=>{d.innerHTML='<img src=/never.svg>'})</script>`,
    );
    const { notes } = await seen(pools, specOf(url, { stabilisers: only }));
    expect(notes).to.deep.equal([
      {
        code: "stabiliser_failed",
        message: "One image had not loaded after 5 s and may be missing in the screenshot.",
        data: { stabiliser: "images" },
      },
    ]);
  });
});
