import { expect } from "chai";
import { type Resting, restPage } from "../../../../activities/capture/engine/rest.ts";
import { capture, installed, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

type Pending = { nextMs: number | null; endless: boolean };
const IDLE: Pending = { nextMs: null, endless: false };

/** A page whose frames answer one after the other, and keep to the last answer. Answers how long it was waited for, and how often. */
async function rested(
  answers: readonly (readonly unknown[])[],
  traffic: { open?: string[]; listens?: boolean; workers?: unknown[] } = {},
) {
  let slept = 0;
  let looks = 0;
  const frames = () => {
    const now = answers[Math.min(looks, answers.length - 1)] ?? [];
    looks += 1;
    return now.map((one) => ({ evaluate: async () => one }));
  };
  const resting = {
    page: { frames, workers: () => traffic.workers ?? [] },
    traffic: { openRequests: () => traffic.open ?? [], listens: () => traffic.listens ?? false },
    guard: {
      signal: new AbortController().signal,
      run: <T>(work: Promise<T>) => work,
      sleep: async (ms: number) => {
        slept += ms;
      },
    },
  } as unknown as Resting;
  await restPage(resting, () => slept);
  return { slept: Math.round(slept), looks };
}

describe("a page at rest", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("that has set nothing going is not waited for", async () => {
    expect(await rested([[IDLE, IDLE]])).to.deep.equal({ slept: 0, looks: 1 });
  });

  for (const [name, answers, traffic, ms] of [
    ["whose last time-out ends is waited for until then", [[IDLE, { nextMs: 120, endless: false }], [IDLE]], {}, 120],
    ["whose time-outs follow each other has 8 s", [[{ nextMs: 1_000, endless: true }]], {}, 8_000],
    ["that draws for ever has 5 s", [[{ nextMs: null, endless: true }]], {}, 5_000],
    ["whose counter stops is waited for until then", [[{ nextMs: null, endless: true }], [IDLE]], {}, 250],
    ["that fetches has 8 s", [[IDLE]], { open: ["/list"] }, 8_000],
    [
      "that answers nonsense has 8 s",
      [[{ nextMs: -1, endless: 1 }, { nextMs: "x" }, { nextMs: 0, endless: false }]],
      {},
      8_000,
    ],
    ["that listens to its server has 5 s", [[IDLE]], { listens: true }, 5_000],
    ["that works in another thread has 5 s", [[IDLE]], { workers: [1] }, 5_000],
  ] as const)
    it(name, async () => {
      expect((await rested(answers, traffic as object)).slept).to.equal(ms);
    });

  for (const browser of installed(["chromium", "firefox"]))
    it(`${browser}: shows what its own timers made of it, in frames too`, async () => {
      const bar = (colour: string) =>
        `<div id=b style="height:40px;background:${colour}"></div><script>setTimeout(()=>b.remove(),2500)</script>`;
      const url = sites.site.on(
        `/bar-${browser}`,
        `${bar("rgb(0,120,0)")}<iframe width=200 height=60 srcdoc='<body style="margin:0">${bar("rgb(120,0,0)")}'></iframe>`,
      );
      const at = async (rest: boolean) => {
        const { frame, map } = await capture(pools, specOf(url, { browser, rest }), { sha256: null });
        const pixels = await pixelsOf(frame.png);
        return { colour: pixels.at(300, 20), bars: map?.elements.filter(({ id }) => id === "b").length };
      };
      expect(await at(true)).to.deep.equal({ colour: "255,255,255", bars: 0 });
    });

  for (const [name, script, frames] of [
    ["nothing set going", "", 2],
    ["a time-out to come", "setTimeout(()=>{},6000)", 4],
    ["an interval", "setInterval(()=>{},100)", 4],
    ["a connection", "new EventSource('/endless')", 4],
    ["a thread", "new Worker(URL.createObjectURL(new Blob(['setInterval(()=>{},50)'])))", 4],
  ] as const)
    it(`is believed after ${frames} frames with ${name}`, async () => {
      sites.site.on("/endless", (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
      });
      const url = sites.site.on(`/frames-${name.replaceAll(" ", "-")}`, `<p>calm</p><script>${script}</script>`);
      expect((await capture(pools, specOf(url), { sha256: null })).timings.frames).to.equal(frames);
    });

  it("has the page's own timers as they were, but for what it notes", async () => {
    const url = sites.site.on(
      "/timers",
      `<p id=out></p><script>const t=setTimeout(()=>{out.textContent='no'},10);clearTimeout(t);
       const i=setInterval(()=>{clearInterval(i);out.textContent=[typeof t,setTimeout.name,setTimeout.length,/native code/.test(setTimeout)].join(' ')},5)</script>`,
    );
    const { map } = await capture(pools, specOf(url, { rest: true }));
    expect(map?.elements.find(({ id }) => id === "out")?.text).to.match(/^number setTimeout \d true$/);
  });
});
