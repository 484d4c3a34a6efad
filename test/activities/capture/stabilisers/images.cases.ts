import { expect } from "chai";
import { SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { later, onAndOff, seen, svg, WHITE } from "./switching.ts";

describe("stabiliser images", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const only = { networkQuiet: false, lazy: false };

  it("waits for an image that is added after the page has loaded", async () => {
    sites.site.on("/late.svg", later(3_000, "image/svg+xml", svg("rgb(0,200,0)")));
    const url = sites.site.on(
      "/images",
      `<div id=d style="height:40px"></div><script>addEventListener('load',()=>{d.innerHTML='<img src=/late.svg>'})</script>`,
    );
    const { on, off } = await onAndOff(pools, "images", url, { stabilisers: only });
    expect(on.pixels.at(20, 20)).to.equal("0,200,0");
    expect(off.pixels.at(20, 20)).to.equal(WHITE);
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
        message: "One image had not arrived after 5 s and may be missing in the picture.",
        data: { stabiliser: "images" },
      },
    ]);
  });
});
