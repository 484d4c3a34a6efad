import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { installed, SLOW_MS, usePool, useSite } from "../engine/harness.ts";
import { onAndOff } from "./switching.ts";

describe("stabiliser caret", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: hides the caret, styled scrollbars and spelling marks`, async () => {
      const url = sites.site.on(
        "/caret",
        `<style>textarea{display:block;border:0;outline:0;padding:0;width:200px;height:40px;font:30px monospace;caret-color:red;resize:none}
         #s{width:100px;height:60px;overflow:scroll;background:#fff}#s::-webkit-scrollbar{width:20px}#s::-webkit-scrollbar-thumb{background:rgb(0,0,200)}</style>
         <textarea id=a autofocus spellcheck=true>qwrtzp</textarea><div id=s><div style="height:300px"></div></div><p id=t></p>
         <script>a.focus();setTimeout(()=>{t.textContent=getComputedStyle(a).caretColor+' '+a.spellcheck+' '+s.clientWidth},0);
         new MutationObserver(()=>{t.textContent=getComputedStyle(a).caretColor+' '+a.spellcheck+' '+s.clientWidth}).observe(a,{attributes:true})</script>`,
      );
      const { on, off } = await onAndOff(pools, "caret", url, { browser });
      expect(on.text("t")).to.equal("rgba(0, 0, 0, 0) false 100");
      expect(off.text("t")).to.match(/^rgb\(255, 0, 0\) true/);
      expect(on.pixels.at(90, 45)).to.equal("255,255,255");
    });
});
