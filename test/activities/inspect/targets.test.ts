// Locators of a page's controls, verified against the page by the functional test engine.
import { expect } from "chai";
import { targetsAfter } from "../../../activities/inspect/targetsAfter.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";
import { lookerOf, seen } from "./support.ts";

describe("how steps reach what is on a page", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  const look = lookerOf(() => ({ pool: warmPool() }));

  it("each locator matches its element alone; a name that several bear is counted and not used", async () => {
    const url = sites.site.on(
      "/targets",
      `<main><h1>Lamps</h1><form><label>Email <input type=email required></label><button>Send</button></form>
      <ul><li><h2>Red</h2><button>Add to cart</button></li><li><h2>Blue</h2><button>Add to cart</button></li></ul>
      <a href=/cart>Cart</a><p>Cart</p><div role=button tabindex=0 data-testid=more>More</div></main>`,
    );
    const { data } = seen(await look(url, "targets", { within: null, limit: 20 }));
    const by = (name: string) => data?.elements.filter((one) => one.name === name) ?? [];
    const [email] = by("Email");
    expect(email).to.include({ role: "textbox", label: "Email", count: 1 });
    expect(email?.target.locators[0]).to.deep.equal({ by: "label", value: "Email", exact: true });
    expect(by("Send")[0]?.target.locators[0]).to.deep.equal({ by: "role", value: "button", name: "Send", exact: true });
    const twins = by("Add to cart");
    expect(twins).to.have.length(2);
    for (const { count, target } of twins) {
      expect(count).to.equal(2);
      expect(target.locators.map(({ by: way }) => way)).to.deep.equal(["css"]);
    }
    // The text also occurs in a paragraph, so only the role identifies the link.
    expect(by("Cart")[0]?.target.locators.map((one) => one.by)).to.deep.equal(["role", "css"]);
    expect(by("More")[0]?.target.locators.at(-1)).to.deep.equal({ by: "css", value: '[data-testid="more"]' });
    expect(data?.forms[0]?.fields[0]).to.include({ label: "Email", required: true });
  });

  it("the button of the only entry has that entry's row, and the button of a whole list none", async () => {
    const url = sites.site.on(
      "/only-entry",
      `<ul><li><span>Buy milk</span> <button>Delete</button> <a href=/help>Help</a></li></ul><button>Clear</button>
      <article><ul><li><span>Red lamp</span></li></ul><button>Empty</button></article>
      <table><tr><td>Oak stool</td><td><button>Remove</button></td></tr></table>`,
    );
    const { data } = seen(await look(url, "targets", { within: null, limit: 20 }));
    const rows = data?.elements.map(({ name, row }) => [name, row ?? null]);
    expect(rows).to.deep.equal([
      ["Delete", "Buy milk"],
      ["Help", null],
      ["Clear", null],
      ["Empty", null],
      ["Remove", "Oak stool"],
    ]);
  });

  it("a page that goes elsewhere while it is read is read where it comes to", async () => {
    // The response arrives while the reader waits for the page to become idle.
    sites.site.on("/arrived", (_request, response) => {
      setTimeout(
        () => response.setHeader("content-type", "text/html").end("<h1>Arrived</h1><button>Go on</button>"),
        800,
      );
    });
    const { origin } = new URL(
      sites.site.on(
        "/leaving",
        `<h1>Leaving</h1><button onclick="setTimeout(() => { location.href = '/arrived' }, 50)">Leave</button>`,
      ),
    );
    const after = ['I am on "/leaving"', 'I click the "Leave" button'];
    const wish = { after, limit: 60, defs: BUILTIN_STEP_DEFS, baseUrl: origin, environment: null };
    const { signal } = new AbortController();
    const viewport = DEFAULT_VIEWPORTS.desktop;
    const { data } = seen(await targetsAfter({ pool: warmPool() }, { ...wish, viewport }, signal));
    expect(data?.headings.map(({ text }) => text)).to.deep.equal(["Arrived"]);
    expect(data?.elements.map(({ name, target }) => [name, target.locators.length > 0])).to.deep.equal([
      ["Go on", true],
    ]);
  });

  it("the address of a page that went elsewhere while it was read is where it came to", async () => {
    sites.site.on("/new", "<h1>New</h1>");
    sites.site.on("/slow.js", (_request, response) => {
      setTimeout(() => response.setHeader("content-type", "text/javascript").end("location.href = '/new'"), 800);
    });
    const url = sites.site.on(
      "/old",
      `<h1>Old</h1><script>addEventListener("load", () => {
        document.body.append(Object.assign(document.createElement("script"), { src: "/slow.js" }));
      })</script>`,
    );
    const { finalUrl, data } = seen(await look(url, "targets", { within: null, limit: 5 }));
    expect(data?.headings.map(({ text }) => text)).to.deep.equal(["New"]);
    expect(new URL(finalUrl).pathname).to.equal("/new");
  });

  it("a part that is not there is told", async () => {
    const url = sites.site.on("/empty-targets", "<p>Nothing</p>");
    expect(seen(await look(url, "targets", { within: "#no", limit: 5 })).data).to.equal(null);
  });
});
