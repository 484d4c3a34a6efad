import { expect } from "chai";
import type { ShotStep } from "../../../domain/visual/shot.ts";
import {
  capture,
  captureFailing,
  pixelsOf,
  SLOW_MS,
  specOf,
  usePool,
  useSite,
} from "../../activities/capture/engine/harness.ts";

const PAGE = `<style>body>:not(style,script){display:block;height:40px;box-sizing:border-box;border:0;margin:0;width:200px}
  #hover:hover{background:rgb(0,0,200)}</style>
  <button id=click onclick="this.style.background='rgb(0,200,0)'"></button><div id=hover></div>
  <input id=fill oninput="this.style.background=this.value==='typed'?'rgb(200,0,0)':''">
  <input id=press onkeydown="if(event.key==='Enter')this.style.background='rgb(200,200,0)'">
  <div id=late></div><script>document.querySelector('#click').addEventListener('click',()=>setTimeout(()=>{late.innerHTML='<b id=came>x</b>'},200))</script>`;

describe("steps before a shot", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("clicks, fills, presses, waits and hovers", async () => {
    const url = sites.site.on("/steps", PAGE);
    const steps: ShotStep[] = [
      { op: "click", selector: "#click" },
      { op: "waitFor", selector: "#came" },
      { op: "fill", selector: "#fill", value: "typed" },
      { op: "press", selector: "#press", key: "Enter" },
      { op: "wait", ms: 50 },
      { op: "hover", selector: "#hover" },
    ];
    const { frame } = await capture(pools, specOf(url, { steps }));
    const pixels = await pixelsOf(frame.png);
    expect([20, 60, 110, 150].map((y) => pixels.at(150, y))).to.deep.equal([
      "0,200,0",
      "0,0,200",
      "200,0,0",
      "200,200,0",
    ]);
  });

  it("scrolls to an element, and follows a link", async () => {
    sites.site.on(
      "/next",
      `<div style="height:2000px;background:#0cc"></div><div id=end style="height:100px;background:#c0c"></div>`,
    );
    const url = sites.site.on("/first", `<a id=a href="/next">next</a>`);
    const steps: ShotStep[] = [
      { op: "click", selector: "#a" },
      { op: "waitFor", selector: "#end" },
      { op: "scroll", selector: "#end" },
    ];
    const { frame } = await capture(pools, specOf(url, { steps, selector: "#end" }));
    expect((await pixelsOf(frame.png)).at(5, 5)).to.equal("204,0,204");
  });

  it("keeps what a step has scrolled to, on a page that is walked down", async () => {
    const url = sites.site.on(
      "/walked",
      `<div style="height:1000px"></div><div id=h style="height:100px">h</div><div style="height:1000px"></div><p id=y style="position:fixed;top:0">y</p>
       <style>#h:hover{background:rgb(0,0,200)}</style><script>addEventListener('scroll',()=>{y.textContent='y'+Math.round(scrollY)})</script>`,
    );
    const { frame, map } = await capture(pools, specOf(url, { steps: [{ op: "hover", selector: "#h" }] }));
    expect((await pixelsOf(frame.png)).at(200, 1050)).to.equal("0,0,200");
    expect(map?.elements.find(({ id }) => id === "y")?.text).not.to.equal("y0");
  });

  const failing: [step: ShotStep, message: RegExp][] = [
    [
      { op: "click", selector: "#absent" },
      /^The step 1 of 1 \(click #absent\) found no element for its selector within 3 s\.$/,
    ],
    [
      { op: "click", selector: "#covered" },
      /^The step 1 of 1 \(click #covered\) could not be done within 3 s: the element is hidden, covered/,
    ],
    [{ op: "hover", selector: "][" }, /not valid CSS/],
    [{ op: "waitFor", selector: "#never", timeoutMs: 300 }, /\(wait for #never\) found no element .* within 0\.3 s/],
  ];
  for (const [step, message] of failing)
    it(`says which step failed: ${step.op} ${"selector" in step ? step.selector : ""}`, async () => {
      const url = sites.site.on("/covered", `<button id=covered>x</button><div style="position:fixed;inset:0"></div>`);
      const deps = { ...pools, limits: { stepMs: 3_000 } };
      const { reason } = await captureFailing(deps, specOf(url, { steps: [step] }));
      expect(reason.code).to.equal("step_failed");
      expect(reason.message).to.match(message);
    });
});
