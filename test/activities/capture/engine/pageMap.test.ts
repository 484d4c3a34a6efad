import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { capture, installed, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

const PAGE = `<header id=top style="height:40px">Head</header><nav><a class="link" href="/a?token=secret">One</a><a class="link" href="/b">Two</a></nav>
<main><h1>Title  of
 page</h1><p data-testid="intro" style="color:rgb(10,20,30)">Intro <b>bold</b> text</p>
<div style="display:none">gone</div><div style="visibility:hidden">hidden</div><img style="display:block;width:50px;height:40px" alt="" src="/pic.png?sig=secret">
<ul><li>x</li><li class=second>y</li></ul><input type=checkbox></main>`;

describe("the page map", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: visible elements with unique selectors, boxes, roles and texts`, async () => {
      const url = sites.site.on("/map", PAGE);
      const comparisonRules = [
        { id: "items", selector: "li", mode: "ignore" as const },
        { id: "none", selector: ".absent", mode: "ignore" as const },
        { id: "bad", selector: "::bad::", mode: "ignore" as const },
      ];
      const { map, frame } = await capture(pools, specOf(url, { browser, comparisonRules }));
      if (map === undefined) throw new Error("no map");
      expect([map.width, map.height]).to.deep.equal([frame.width, frame.height]);
      expect(map).to.include({ v: 2, cut: false });
      expect(map.ruleBoxes.items).to.have.length(2);
      expect([map.ruleBoxes.none, map.ruleBoxes.bad]).to.deep.equal([[], []]);
      const { elements } = map;
      const by = (test: (one: (typeof elements)[number]) => boolean) => elements.find(test);
      expect(by(({ id }) => id === "top")).to.deep.include({
        tag: "header",
        selector: "#top",
        role: "banner",
        text: "Head",
        box: { x: 0, y: 0, width: 400, height: 40 },
      });
      expect(by(({ tag }) => tag === "h1")).to.deep.include({ role: "heading", text: "Title of page", selector: "h1" });
      const intro = by(({ attrs }) => attrs["data-testid"] === "intro");
      expect(intro).to.deep.include({ text: "Intro text", selector: '[data-testid="intro"]' });
      expect(intro?.styles.color).to.equal("rgb(10, 20, 30)");
      expect(map.elements[intro?.parent ?? -1]?.tag).to.equal("main");
      const links = map.elements.filter(({ tag }) => tag === "a");
      expect(links.map(({ role, attrs }) => [role, attrs.href])).to.deep.equal([
        ["link", "/a"],
        ["link", "/b"],
      ]);
      expect(by(({ tag }) => tag === "img")?.image).to.equal("/pic.png");
      expect(by(({ tag }) => tag === "input")?.role).to.equal("checkbox");
      expect(JSON.stringify(map)).not.to.match(/secret|gone|"text":"hidden/);
      const selectors = map.elements.map(({ selector }) => selector);
      expect(new Set(selectors).size).to.equal(selectors.length);
      expect(selectors).to.include("li.second");
    });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: shadow trees, frames of the same site, fields and broken images`, async () => {
      sites.site.on("/inner", `<p id=p style="margin:0;width:90px;height:30px">Framed</p>`);
      const url = sites.site.on(
        "/deep",
        `<div id=host style="display:contents"></div><iframe id=f src="/inner" style="border:5px solid;padding:0;width:200px;height:80px;display:block"></iframe>
         <input id=name value="typed"><input id=hint placeholder="hint"><input id=empty><input id=word type=password value="hush">
         <input id=box type=checkbox checked><input id=go type=submit value="Send it"><img id=none src="/none.png" style="width:20px;height:20px">
         <script>const root=host.attachShadow({mode:'open'});root.innerHTML='<section><b class="deep">Shadow</b></section>'</script>`,
      );
      const rule = { id: "r", mode: "ignore" as const };
      const comparisonRules = ["div >> .deep", "#f >> #p", "div >> ::bad"].map((selector) => ({
        ...rule,
        id: selector,
        selector,
      }));
      const { map } = await capture(pools, specOf(url, { browser, comparisonRules }));
      const by = (id: string) => map?.elements.find((one) => one.id === id);
      const frame = by("f")?.box ?? { x: 0, y: 0 };
      expect(by("p")).to.deep.include({
        inside: "frame",
        selector: "#f >> #p",
        text: "Framed",
        box: { x: frame.x + 5, y: frame.y + 5, width: 90, height: 30 },
      });
      expect(map?.elements[by("p")?.parent ?? -1]?.tag).to.equal("body");
      expect(map?.elements.find(({ tag }) => tag === "b")).to.deep.include({
        inside: "shadow",
        selector: "#host >> b.deep",
        text: "Shadow",
      });
      const deep = map?.elements.find(({ tag }) => tag === "b")?.box;
      expect(map?.ruleBoxes).to.deep.equal({ "div >> .deep": [deep], "#f >> #p": [by("p")?.box], "div >> ::bad": [] });
      expect(["name", "hint", "empty", "word", "box"].map((id) => by(id)?.value)).to.satisfy(
        ([name, hint, ...rest]: unknown[]) =>
          typeof name === "string" &&
          typeof hint === "string" &&
          name !== hint &&
          String(rest) === String(["", undefined, "checked"]),
      );
      // The value shown on a button is a label; values entered into other fields are not recorded.
      expect(["name", "go"].map((id) => by(id)?.attrs.value)).to.deep.equal([undefined, "Send it"]);
      expect(by("none")?.broken).to.equal(true);
      expect(JSON.stringify(map)).not.to.contain("hush");
    });

  it("gives boxes in the picture's own frame when a part is shot", async () => {
    const url = sites.site.on(
      "/mappart",
      `<div style="height:500px"></div><div id=p style="margin-left:50px;width:100px;height:60px"><i id=i style="display:block;height:10px">i</i></div>`,
    );
    const { map } = await capture(pools, specOf(url, { selector: "#p" }));
    expect(map?.elements.find(({ id }) => id === "i")?.box).to.deep.equal({ x: 0, y: 0, width: 100, height: 10 });
  });

  it("stops at its limit and says so, and is quick about it", async () => {
    const url = sites.site.on("/many", `${"<i>x</i> ".repeat(6_000)}`);
    const { map } = await capture(pools, specOf(url));
    expect(map?.elements).to.have.length(5_000);
    expect(map?.cut).to.equal(true);
  });
});
