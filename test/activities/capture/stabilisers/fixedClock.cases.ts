import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, usePool, useSite } from "../engine/harness.ts";
import { onAndOff } from "./switching.ts";

describe("stabiliser fixedClock", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: stops the clock at the asked time, and nothing else of dates`, async () => {
      const url = sites.site.on(
        "/clock",
        `<p id=p></p><p id=q></p><script>const d=new Date();p.textContent=d.toISOString()+' '+Date.now()+' '+Date().slice(0,15);
         class Later extends Date{};q.textContent=[new Date(0).getTime(),Date.UTC(2000,0),d instanceof Date,new Date(2001,1,1).getFullYear(),new Later().getTime()===Date.now(),d.constructor===Date,typeof Temporal==='object'?Temporal.Now.instant().epochMilliseconds===Date.now():true].join()</script>`,
      );
      const { on, off } = await onAndOff(pools, "fixedClock", url, { browser, fixedTime: "2024-02-29T10:00:00.000Z" });
      expect(on.text("p")).to.equal("2024-02-29T10:00:00.000Z 1709200800000 Thu Feb 29 2024");
      expect(on.text("q")).to.equal("0,946684800000,true,2001,true,true,true");
      expect(off.text("p")).not.to.contain("2024-02-29");
    });

  it("has a time of its own when none is named", async () => {
    const url = sites.site.on("/notime", `<p id=p></p><script>p.textContent=new Date().toISOString()</script>`);
    const { on } = await onAndOff(pools, "fixedClock", url, { fixedTime: null });
    expect(on.text("p")).to.equal("2025-01-01T12:00:00.000Z");
  });
});
