import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { onAndOff, seen } from "./switching.ts";

describe("stabiliser sticky", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: puts sticky elements in their place, and draws fixed ones once`, async () => {
      const url = sites.site.on(
        "/sticky",
        `<div style="position:fixed;top:0;height:20px;width:100%;background:rgb(200,0,0)"></div>
         <div style="height:1050px"></div><div id=middle style="height:40px;background:rgb(0,200,0)"></div><div style="height:910px"></div>
         <div id=s style="position:sticky;bottom:0;height:30px;background:rgb(0,0,200)"></div><div id=end style="height:100px"></div>`,
      );
      const { on, off } = await onAndOff(pools, "sticky", url, { browser });
      expect(on.frame.height).to.equal(2130);
      expect([10, 285, 2015].map((y) => on.pixels.at(200, y))).to.deep.equal(["200,0,0", "255,255,255", "0,0,200"]);
      const scrolled = await seen(pools, specOf(`${url}#end`, { browser }));
      expect(Buffer.compare(scrolled.frame.png, on.frame.png), "at an address that scrolls down").to.equal(0);
      const part = await seen(pools, specOf(`${url}#middle`, { browser, selector: "#middle" }));
      expect(part.pixels.at(200, 5)).to.equal("0,200,0");
      // At the lower edge of the first viewport, on top of the content.
      if (browser === "chromium") expect(off.pixels.at(200, 285)).to.equal("0,0,200");
      for (let y = 300; y < 2000; y += 100) expect(on.pixels.at(200, y)).to.equal("255,255,255");
    });
});
