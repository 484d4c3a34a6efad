import { expect } from "chai";
import sharp from "sharp";
import { byLane } from "../../../support/lanes.ts";
import { capture, installed, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { onAndOff } from "./switching.ts";

/** Duration of each frame in ms: red is too short for two consecutive shots to both catch it by chance. */
const DELAYS = [40, 700, 700];

/** Red, then blue, then green, in an endless loop. */
async function animated(format: "gif" | "webp"): Promise<Buffer> {
  const frame = (colour: number[]) => Buffer.from(Array.from({ length: 40 * 40 * 3 }, (_, i) => colour[i % 3] ?? 0));
  const raw = Buffer.concat([frame([255, 0, 0]), frame([0, 0, 255]), frame([0, 255, 0])]);
  const picture = sharp(raw, { raw: { width: 40, height: 120, channels: 3, pageHeight: 40 } });
  return format === "gif"
    ? picture.gif({ delay: DELAYS, loop: 0 }).toBuffer()
    : picture.webp({ delay: DELAYS, loop: 0, lossless: true }).toBuffer();
}

describe("stabiliser media", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: holds animated images on their first frame, in the page and behind it`, async () => {
      const [gif, webp] = await Promise.all([animated("gif"), animated("webp")]);
      sites.site.on("/a.gif", (_request, response) =>
        response.writeHead(200, { "content-type": "image/gif" }).end(gif),
      );
      sites.site.on("/a.webp", (_request, response) =>
        response.writeHead(200, { "content-type": "image/webp" }).end(webp),
      );
      const url = sites.site.on(
        "/moving",
        `<style>img{display:block}</style><img src="/a.gif"><img src="/a.webp"><div style="height:40px;background:url(/a.gif)"></div>`,
      );
      const { on, off } = await onAndOff(pools, "media", url, { browser, delay: 200 });
      expect([20, 60, 100].map((y) => on.pixels.at(20, y))).to.deep.equal(["255,0,0", "255,0,0", "255,0,0"]);
      expect(on.stable).to.equal(true);
      expect(off.stable && off.pixels.at(20, 20) === "255,0,0").to.equal(false);
    });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: running text stands still where it begins, whenever the picture is taken`, async () => {
      const url = sites.site.on("/running", `<marquee style="height:40px">Ferries run every twenty minutes</marquee>`);
      const on = await capture(pools, specOf(url, { browser }));
      const later = await capture(pools, specOf(url, { browser, delay: 700 }));
      expect(on.stable && on.restless.length === 0).to.equal(true);
      expect(Buffer.compare(later.frame.png, on.frame.png)).to.equal(0);
      const { at } = await pixelsOf(on.frame.png);
      const row = Array.from({ length: 400 * 20 }, (_, n) => at(n % 400, Math.floor(n / 400)));
      expect(new Set(row).size, "the text is in the picture").to.be.greaterThan(1);
    });

  it("puts a video on its first frame", async () => {
    // The page records its own video, which starts red and ends green.
    const url = sites.site.on(
      "/video",
      `<video id=v muted width=64 height=64></video><canvas id=c width=64 height=64 style="display:none"></canvas><p id=t>wait</p><script>
       (async()=>{const x=c.getContext('2d');const fill=f=>{x.fillStyle=f;x.fillRect(0,0,64,64)};fill('red');
       const r=new MediaRecorder(c.captureStream(25),{mimeType:'video/webm'});const parts=[];r.ondataavailable=e=>parts.push(e.data);r.start();
       const began=performance.now();await new Promise(done=>{const i=setInterval(()=>{const late=performance.now()-began;fill(late<500?'red':'lime');if(late>1500){clearInterval(i);done()}},40)});
       r.onstop=async()=>{v.src=URL.createObjectURL(new Blob(parts));v.onended=()=>{t.className='ended'};await v.play()};r.stop()})()</script>`,
    );
    const { on, off } = await onAndOff(pools, "media", url, {
      readySelector: ".ended",
      viewport: { name: "tablet", width: 400, height: 300, scale: 1, mobile: false },
    });
    const redOf = (colour: string) => Number(colour.split(",")[0]) > 200 && Number(colour.split(",")[1]) < 60;
    expect(redOf(on.pixels.at(32, 32)), on.pixels.at(32, 32)).to.equal(true);
    expect(on.stable).to.equal(true);
    expect(redOf(off.pixels.at(32, 32))).to.equal(false);
  });
});
