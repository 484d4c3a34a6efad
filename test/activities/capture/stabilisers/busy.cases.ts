import { expect } from "chai";
import { SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { onAndOff, seen } from "./switching.ts";

describe("stabiliser busy", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("waits while a visible part says that it is busy", async () => {
    const page = (script: string) => `<p id=p aria-busy=true>filling</p><script>${script}</script>`;
    const filling = page("setTimeout(()=>{p.textContent='filled';p.ariaBusy='false'},1500)");
    const loads = [filling, page("")];
    const url = sites.site.on("/busy", (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(loads.shift()),
    );
    const { on, off } = await onAndOff(pools, "busy", url);
    expect([on.text("p"), off.text("p")]).to.deep.equal(["filled", "filling"]);
  });

  it("goes on after its bound with a note, and does not wait for hidden ones", async () => {
    const endless = await seen(
      pools,
      specOf(sites.site.on("/endless", `<p aria-busy=true>x</p><p aria-busy=true>y</p>`)),
    );
    expect(endless.notes.map(({ message }) => message)).to.deep.equal([
      "2 parts of the page still had aria-busy after 4 s.",
    ]);
    const hidden = await seen(pools, specOf(sites.site.on("/hidden", `<p aria-busy=true style="display:none">x</p>`)));
    expect(hidden.notes).to.deep.equal([]);
  });
});
