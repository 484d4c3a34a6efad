// Scripts that fingerprint a browser are reported with what they did; pages that use the same calls legitimately are not.
import { expect } from "chai";
import { together } from "../../../support/together.ts";
import { auditPage, fixturePages, SLOW_MS } from "./harness.ts";

const CANVAS = `const canvas = document.createElement("canvas"); const pen = canvas.getContext("2d");
  pen.fillText("Cwm fjordbank glyphs", 2, 20); const picture = canvas.toDataURL();`;
const FONTS = (within = "document") => `const probe = ${within}.createElement("span"); ${within}.body.append(probe);
  for (let at = 0; at < 30; at += 1) { probe.style.fontFamily = "Family" + at + ", serif"; probe.offsetWidth; }`;
const AUDIO = `const offline = new OfflineAudioContext(1, 500, 44100); const tone = offline.createOscillator();
  tone.connect(offline.destination); tone.start(); offline.startRendering().then((made) => made.getChannelData(0));`;

/** Legitimate scripts: each uses one or more of the calls for their intended purpose. */
const SOUND: Record<string, string> = {
  chart: `(() => { const pen = document.getElementById("chart").getContext("2d");
    for (let at = 0; at < 40; at += 1) { pen.save(); pen.fillStyle = at % 2 ? "#333" : "#06c"; pen.font = "12px Arial";
      pen.measureText("Revenue " + at); pen.fillText("Revenue of the quarter " + at, at * 5, 20); pen.restore(); }
    const saved = document.getElementById("chart").toDataURL();
    navigator.languages; screen.availWidth; navigator.maxTouchPoints;})();`,
  emoji: `(() => { const canvas = document.createElement("canvas"); const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.textBaseline = "top"; pen.font = "600 32px Arial";
    for (const text of ["\\u{1F3F3}\\uFE0F\\u200D\\u26A7\\uFE0F", "\\u{1F3F3}\\uFE0F\\u200B\\u26A7\\uFE0F", "\\u{1F1E8}\\u{1F1F6}", "\\u{1FAC6}"]) {
      pen.clearRect(0, 0, canvas.width, canvas.height); pen.fillText(text, 0, 0);
      pen.getImageData(0, 0, canvas.width, canvas.height); canvas.toDataURL(); }
    navigator.platform; navigator.vendor;})();`,
  game: `(() => { const gl = document.getElementById("game").getContext("webgl");
    if (gl) { const card = gl.getExtension("WEBGL_debug_renderer_info"); if (card) gl.getParameter(card.UNMASKED_RENDERER_WEBGL);
      gl.getSupportedExtensions(); for (let at = 3379; at < 3400; at += 1) gl.getParameter(at);
      gl.getShaderPrecisionFormat(gl.VERTEX_SHADER, gl.HIGH_FLOAT); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); }
    navigator.hardwareConcurrency; navigator.deviceMemory; navigator.maxTouchPoints; navigator.platform; screen.orientation;})();`,
  fonts: `(() => { for (let at = 0; at < 6; at += 1) for (const fallback of ["serif", "sans-serif", "monospace"]) {
      const probe = document.createElement("span"); probe.style.fontFamily = "Webfont" + at + "," + fallback; document.body.append(probe);
      probe.offsetWidth; document.fonts.check("16px Webfont" + at); probe.remove(); }})();`,
  player: `(() => { const offline = new OfflineAudioContext(1, 500, 44100); const song = offline.createBuffer(1, 500, 44100);
    const source = offline.createBufferSource(); source.buffer = song; source.connect(offline.destination); source.start();
    offline.startRendering().then((made) => made.getChannelData(0));
    navigator.hardwareConcurrency; navigator.mediaDevices?.enumerateDevices();})();`,
  detection: `(() => { const gl = document.createElement("canvas").getContext("webgl"); if (gl) gl.getParameter(gl.MAX_TEXTURE_SIZE);
    const pen = document.createElement("canvas").getContext("2d"); pen.fillText("\\u{1F428}", 0, 0); pen.getImageData(0, 0, 1, 1);
    "OfflineAudioContext" in window; navigator.maxTouchPoints > 0; navigator.language; navigator.cookieEnabled; screen.colorDepth;
    navigator.userAgentData?.getHighEntropyValues(["platformVersion"]);})();`,
};

describe("fingerprints of browsers", function () {
  this.timeout(SLOW_MS);
  const pages = fixturePages();
  const it = together(4);
  const audit = (name: string, body: string) => {
    const page = pages.site.page(
      { name: `fingerprint-${name}`, body: `<script>const kept = () => null;</script>${body}` },
      "honours",
    );
    return auditPage(pages.pool, page, {});
  };
  /** The same server under another name is another site. */
  const script = (name: string, text: string): string => {
    pages.site.on(`/${name}.js`, (_request, response) =>
      response.writeHead(200, { "content-type": "text/javascript" }).end(text),
    );
    return `http://localhost:${new URL(pages.site.origin).port}/${name}.js`;
  };

  it("another site's script is told with its techniques and calls, also where it works in a frame that it makes", async () => {
    const frame = `const frame = document.createElement("iframe"); document.body.append(frame); (() => { ${FONTS("frame.contentDocument")} })(); frame.remove();`;
    const address = script("identify", `(() => { ${CANVAS} })(); (() => { ${AUDIO} })(); ${frame}`);
    const { findings, data } = await audit("third", `<script src="${address}"></script>`);
    expect(data.before.fingerprints?.map(({ script: told, techniques }) => [told, techniques])).to.deep.equal([
      [address, ["canvas", "audio", "fonts"]],
    ]);
    const found = findings.find(({ rule }) => rule === "fingerprinting");
    expect(found).to.include({ outcome: "failed", severity: "serious", target: `script ${address}` });
    expect(found?.evidence).to.deep.include({ script: address, techniques: ["canvas", "audio", "fonts"] });
    expect(found?.evidence.calls).to.include("OfflineAudioContext.createOscillator");
  });

  it("the site's own script is left for review; scripts with one technique each are not told", async () => {
    const own = await audit("own", `<script>(() => { ${CANVAS} })(); (() => { ${FONTS()} })();</script>`);
    expect(own.outcomes("fingerprinting")).to.deep.equal(["review"]);
    const [canvas, fonts] = [
      script("canvas", `(() => { ${CANVAS} })();`),
      script("fonts", `(() => { ${FONTS()} })();`),
    ];
    const apart = await audit("apart", `<script src="${canvas}"></script><script src="${fonts}"></script>`);
    expect(apart.data.before.fingerprints).to.deep.equal([]);
  });

  it("says nothing of sound scripts that use the same calls", async () => {
    const scripts = Object.entries(SOUND).map(([name, text]) => `<script src="${script(name, text)}"></script>`);
    const { data, findings } = await audit(
      "sound",
      `<canvas id="chart" width="600" height="300"></canvas><canvas id="game" width="300" height="200"></canvas>${scripts.join("")}`,
    );
    expect(data.before.fingerprints).to.deep.equal([]);
    expect(findings.filter(({ rule }) => rule === "fingerprinting")).to.deep.equal([]);
  });
});
