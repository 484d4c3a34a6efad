import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, usePool, useSite } from "../engine/harness.ts";
import { onAndOff } from "./switching.ts";

describe("stabiliser reducedMotion", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: asks the page for less motion`, async () => {
      const url = sites.site.on(
        "/motion",
        `<p id=p></p><script>p.textContent=String(matchMedia('(prefers-reduced-motion: reduce)').matches)</script>`,
      );
      const { on, off } = await onAndOff(pools, "reducedMotion", url, { browser });
      expect([on.text("p"), off.text("p")]).to.deep.equal(["true", "false"]);
    });
});
