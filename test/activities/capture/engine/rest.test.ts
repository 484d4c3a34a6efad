import { expect } from "chai";
import { nextRuns, type Resting, restPage } from "../../../../activities/capture/engine/rest.ts";
import { byLane } from "../../../support/lanes.ts";
import { capture, difference, installed, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

type Pending = { nextMs: number | null; endless: boolean };
const IDLE: Pending = { nextMs: null, endless: false };

/**
 * Waits for the rest of a page whose frames return these answers in turn, then repeat the last. Returns how long the wait took and how
 * often it looked.
 */
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
    ["that draws for ever has 6.5 s", [[{ nextMs: null, endless: true }]], {}, 6_500],
    ["whose counter stops is waited for until then", [[{ nextMs: null, endless: true }], [IDLE]], {}, 250],
    ["that fetches has 8 s", [[IDLE]], { open: ["/list"] }, 8_000],
    [
      "that answers nonsense has 8 s",
      [[{ nextMs: -1, endless: 1 }, { nextMs: "x" }, { nextMs: 0, endless: false }]],
      {},
      8_000,
    ],
    ["that listens to its server has 6.5 s", [[IDLE]], { listens: true }, 6_500],
    ["that works in another thread has 6.5 s", [[IDLE]], { workers: [1] }, 6_500],
  ] as const)
    it(name, async () => {
      expect((await rested(answers, traffic as object)).slept).to.equal(ms);
    });

  const runsOf = (...frames: unknown[]) =>
    nextRuns({
      page: { frames: () => frames.map((one) => ({ evaluate: async () => one })), workers: () => [] },
      traffic: { openRequests: () => [], listens: () => false },
      guard: { signal: new AbortController().signal, run: <T>(work: Promise<T>) => work },
    } as unknown as Resting);
  for (const [name, frames, expected] of [
    ["of all frames, a moment after each", [{ runsMs: [3_000] }, { runsMs: [1_000] }], [1_200, 3_200]],
    ["once of those near to each other", [{ runsMs: [1_000, 1_100] }], [1_300]],
    ["for a loop of frames several times", [{ runsMs: [], mayLoop: true }], [1_300, 2_700, 4_200, 5_600]],
    ["never where nothing runs", [{ runsMs: [], mayLoop: false }, undefined, null], []],
    ["never of what a page makes up", [{ runsMs: ["x", -1, 9e9, Number.NaN] }, { runsMs: 5, mayLoop: 1 }], []],
  ] as const)
    it(`is looked at when timers run next: ${name}`, async () => {
      expect(await runsOf(...frames)).to.deep.equal(expected);
    });

  for (const [name, script] of [
    ["an interval", "setInterval(turn,7000)"],
    ["time-outs that follow each other", "const go=()=>{turn();setTimeout(go,2500)};setTimeout(go,2500)"],
  ] as const)
    it(`finds a carousel that ${name} turns, which stands still from turn to turn`, async () => {
      const url = sites.site.on(
        `/carousel-${name.length}`,
        `<div id=car style="height:40px;background:rgb(0,0,90)"></div><p style="height:200px">Words.</p><script>let n=0;const turn=()=>{car.style.background=["rgb(0,0,90)","rgb(0,90,0)","rgb(90,0,0)"][++n%3]}</script><script>${script}</script>`,
      );
      const { restless, stable } = await capture(pools, specOf(url, { rest: true }), { sha256: null, difference });
      expect([stable, restless.map(({ selector }) => selector)]).to.deep.equal([true, ["#car"]]);
    });

  it("waits for tasks that the page has put off", async () => {
    const url = sites.site.on(
      "/task",
      `<p id=bar>Bar</p><script>scheduler.postTask(()=>bar.remove(),{delay:2500})</script>`,
    );
    const { map } = await capture(pools, specOf(url, { rest: true }));
    expect(map?.elements.filter(({ id }) => id === "bar")).to.deep.equal([]);
  });

  for (const browser of byLane(installed(["chromium", "firefox"])))
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
