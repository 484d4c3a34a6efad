import { expect } from "chai";
import { fingerprintOf, readCandidates } from "../../../../activities/functional/engine/fingerprint.ts";
import { createGuard } from "../../../../browsers/page/guard.ts";
import { MAX_BESIDE } from "../../../../domain/functional/heal/propose.ts";
import { createMasker } from "../../../../domain/functional/values.ts";
import { SLOW_MS, usePool } from "../../capture/engine/harness.ts";

const LEASE = {
  width: 1024,
  height: 700,
  scale: 1,
  mobile: false,
  reducedMotion: true,
  stillImages: false,
  initScript: "",
};

describe("what an element looks like", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();

  async function onPage(html: string, use: (page: import("playwright").Page) => Promise<void>) {
    const lease = await pools.pool.acquire("chromium", LEASE);
    try {
      await lease.page.setContent(html);
      await use(lease.page);
    } finally {
      await lease.release();
    }
  }
  const guard = () => createGuard(new AbortController().signal, 30_000);
  const mask = createMasker(["s3cret-value"]);

  it("is read alike when a step meets it and when healing looks for it", () =>
    onPage(
      `<label>Your name <input id=n name=n></label><a href="/a"><img alt="Shop" src=""></a><div id=host></div>
       <button class="big red" title="Pay">  Pay   now </button><select aria-label=Size><option>S</select><p role=button tabindex=0>Odd</p>
       <script>host.attachShadow({ mode: "open" }).innerHTML = "<button>Inner</button>"</script>`,
      async (page) => {
        const listed = await readCandidates(page, "data-place", mask);
        expect(listed.map(({ role, name }) => `${role} ${name}`)).to.include.members([
          "textbox Your name",
          "link Shop",
          "button Pay now",
          "combobox Size",
          "button Odd",
          "button Inner",
        ]);
        for (const selector of ["#n", "a", "button.big", "select", "p", "#host button"]) {
          const element = page.locator(selector);
          const at = Number(await element.getAttribute("data-place"));
          const met = await fingerprintOf(element, { guard: guard(), mask, besides: true });
          const { "data-place": _mark, ...attributes } = met?.print.attributes ?? {};
          expect({ ...met?.print, attributes }, selector).to.deep.equal(listed[at]);
          expect(met?.beside).to.have.length(listed.length - 1);
        }
      },
    ));

  it("holds no secret, and of a crowd of elements those that stand nearest", () =>
    onPage(
      `${Array.from({ length: 1_000 }, (_, n) => `<a href="/s3cret-value/${n}">Link ${n} s3cret-value</a> `).join("")}`,
      async (page) => {
        const met = await fingerprintOf(page.locator("a").nth(700), { guard: guard(), mask, besides: true });
        expect(JSON.stringify(met)).to.not.include("s3cret-value");
        const names = (met?.beside ?? []).map(({ name }) => Number(/\d+/.exec(name)?.[0]));
        expect(names).to.have.length(MAX_BESIDE).and.include.members([699, 701]).and.not.include(700);
        expect(Math.min(...names)).to.be.above(400);
        const alone = await fingerprintOf(page.locator("a").first(), { guard: guard(), mask, besides: false });
        expect(alone?.beside).to.deep.equal([]);
      },
    ));
});
