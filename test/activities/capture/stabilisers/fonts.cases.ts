import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { SLOW_MS, usePool, useSite } from "../engine/harness.ts";
import { later, onAndOff } from "./switching.ts";

describe("stabiliser fonts", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("waits for a font that the page asks for after it has loaded", async function () {
    const file = execFileSync("fc-list", [":", "file"], { encoding: "utf8" })
      .split("\n")
      .map((line) => line.replace(/: *$/, ""))
      .find((line) => /Serif.*Bold\.ttf$/i.test(line));
    if (file === undefined) return this.skip();
    sites.site.on("/font.ttf", later(3_000, "font/ttf", readFileSync(file)));
    const url = sites.site.on(
      "/fonts",
      `<style>@font-face{font-family:late;src:url(/font.ttf);font-display:block}</style><p id=p style="display:inline-block">Text Text Text</p>
       <script>addEventListener('load',()=>{p.style.fontFamily='late'})</script>`,
    );
    const { on, off } = await onAndOff(pools, "fonts", url, { stabilisers: { networkQuiet: false } });
    const widthOf = ({ map }: typeof on) => map?.elements.find(({ id }) => id === "p")?.box.width;
    expect(on.notes).to.deep.equal([]);
    expect(on.timings["in.fonts"]).to.be.greaterThan(300);
    expect(widthOf(on)).not.to.equal(widthOf(off));
  });
});
