// What pages observe of a mode, in real browsers: if a browser ignored a mode, its screenshot would pass as one of another mode.
import { expect } from "chai";
import type { ModeOptions } from "../../../../domain/visual/modes.ts";
import { byLane } from "../../../support/lanes.ts";
import { capture, captureFailing, installed, pixelsOf, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

/** Each page turns red if its mode is active. */
const PAGES: Record<string, { mode: ModeOptions; html: string; firefox: boolean }> = {
  dark: {
    mode: { colorScheme: "dark" },
    html: "<style>@media (prefers-color-scheme:dark){body{background:#f00}}</style>",
    firefox: true,
  },
  locale: {
    mode: { locale: "de-DE" },
    html: "<script>if ((1.5).toLocaleString() === '1,5' && navigator.language === 'de-DE') document.body.style.background = '#f00'</script>",
    firefox: true,
  },
  tokyo: {
    mode: { timeZone: "Asia/Tokyo" },
    html: "<script>if (new Date(0).getHours() === 9) document.body.style.background = '#f00'</script>",
    firefox: true,
  },
  moving: {
    mode: { reducedMotion: false },
    html: "<style>@media (prefers-reduced-motion:no-preference){body{background:#f00}}</style>",
    firefox: true,
  },
  contrast: {
    mode: { forcedColors: true },
    html: "<style>@media (forced-colors:active){div{forced-color-adjust:none;background:#f00}}</style>",
    firefox: false,
  },
  paper: { mode: { media: "print" }, html: "<style>@media print{body{background:#f00}}</style>", firefox: false },
};
const TALL = "<div style='height:300px'></div>";

describe("a mode", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    for (const [name, { mode, html, firefox }] of Object.entries(PAGES)) {
      const shown = browser === "chromium" || firefox;
      it(`${browser}: ${name} is ${shown ? "what the page sees" : "refused with a reason"}`, async () => {
        const url = sites.site.on(`/${name}`, `${TALL}${html}`);
        const spec = specOf(url, { browser, mode: { name, ...mode } });
        if (!shown) {
          const { reason } = await captureFailing(pools, spec);
          expect(reason.code).to.equal("mode_unsupported");
          expect(reason.data).to.deep.equal({ browser, mode: name });
          return;
        }
        const { frame } = await capture(pools, spec);
        expect((await pixelsOf(frame.png)).at(200, 150)).to.equal("255,0,0");
        const { frame: without } = await capture(pools, specOf(url, { browser }));
        expect((await pixelsOf(without.png)).at(200, 150)).to.equal("255,255,255");
      });
    }
});
