import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { onAndOff, seen } from "./switching.ts";

describe("stabiliser fixedRandom", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: gives the same numbers at each load`, async () => {
      const url = sites.site.on(
        "/random",
        `<p id=p></p><script>p.textContent=[Math.random(),Math.random(),Math.random()].join(' ')</script>`,
      );
      const { on, off } = await onAndOff(pools, "fixedRandom", url, { browser });
      const again = await seen(pools, specOf(url, { browser, stabilisers: { fixedRandom: true } }));
      expect(again.text("p")).to.equal(on.text("p"));
      expect(off.text("p")).not.to.equal(on.text("p"));
      const numbers = (on.text("p") ?? "").split(" ").map(Number);
      expect(new Set(numbers).size).to.equal(3);
      for (const number of numbers) expect(number).to.be.within(0, 1);
    });
});
