// Changes to what the pages of a site share, and noise that moves by itself.
import type { Page } from "./pages.ts";
import { allOf, elementsOf, hasClass, insert, type Node, nameOf, ownText } from "./tree.ts";
import type { Change } from "./truth.ts";
import { wordsOf } from "./words.ts";

/** Makes the same change on any page of the site. */
export type SharedChange = (page: Page, seed: string) => Change;

const partOf = (page: Page, part: "header" | "footer"): Node =>
  page.parts.find((one) => one.part === part)?.node as Node;
const within = (node: Node, name: string): Node[] => allOf(node).filter((one) => hasClass(one, name));

const shared = (
  page: Page,
  landmark: string,
  kind: Change["kind"],
  what: string,
  nodes: Node[],
  more = {},
): Change => ({
  kind,
  what,
  landmark,
  heading: "",
  names: nodes.slice(0, 1).map(nameOf),
  on: { [page.path]: nodes.map(({ key }) => key) },
  ...more,
});

export const footerBlockIn: SharedChange = (page, seed) => {
  const words = wordsOf(seed);
  const h = page.make;
  const links = Array.from({ length: 3 }, () => h("li", {}, h("a.footer-link", { href: "/sponsors" }, words.person())));
  const column = h("div.footer-col", {}, h("h4", {}, "Sponsors"), h("ul", {}, ...links));
  const legal = within(partOf(page, "footer"), "legal")[0] as Node;
  const grid = h("div.footer-grid", { style: "margin-top:24px" }, column);
  const container = legal.parent as Node;
  insert(container, grid, container.children.indexOf(legal));
  return shared(page, "footer", "in", "Sponsors put into the footer", [grid, column], { names: ["Sponsors"] });
};

export const noticeIn: SharedChange = (page, seed) => {
  const words = wordsOf(seed);
  const notice = page.make(
    "div.notice",
    { role: "status", style: "padding:14px 20px;background:#fef0c7" },
    words.sentence(),
  );
  const header = partOf(page, "header");
  insert(header, notice, 0);
  return shared(page, "header", "in", "a notice put above the menu", [notice], { names: [ownText(notice)] });
};

export const menuItemOut: SharedChange = (page) => {
  const list = within(partOf(page, "header"), "nav-list")[0] as Node;
  const item = elementsOf(list)[2] as Node;
  const name = nameOf(item);
  list.children.splice(list.children.indexOf(item), 1);
  item.parent = null;
  return shared(page, "header", "out", `menu item "${name}" taken out`, [item], { names: [name] });
};

export const legalText: SharedChange = (page, seed) => {
  const legal = elementsOf(within(partOf(page, "footer"), "legal")[0] as Node)[0] as Node;
  const before = ownText(legal);
  const after = `All rights reserved. ${wordsOf(seed).sentence()}`;
  legal.children = [after];
  return shared(page, "footer", "text", "another text at the foot", [legal], { names: [before, after], before, after });
};

export const buttonLook: SharedChange = (page) => {
  const nodes = within(page.body, "button");
  page.sheet[".button"] = { ...page.sheet[".button"], background: "#7a271a" };
  const names = nodes.map(nameOf);
  return shared(page, "header", "style", "buttons in another colour", nodes, { names, properties: ["background"] });
};

/** Placeholder in the markup for a number that differs in every response. */
export const VISIT = "{{visit}}";

/** Adds something that moves by itself to both sides of a pair. `at`: which kind. */
export function addNoise(page: Page, at: number): Change {
  const h = page.make;
  const kinds = [
    () => h("p.panel", {}, `${VISIT} people look at this page`),
    () =>
      h(
        "div.panel",
        {},
        h("span.clock", {}, "0"),
        h(
          "script",
          {},
          "{let c=document.currentScript.previousElementSibling,f=()=>c.textContent='Tick '+Math.round(performance.now()*1000);f();setInterval(f,90)}",
        ),
      ),
    () =>
      h(
        "div.panel",
        {},
        h("div.slide", { style: "height:80px;background:#1864ab" }, "Carousel"),
        h(
          "script",
          {},
          "{let c=document.currentScript.previousElementSibling,n=0;setInterval(()=>{n=(n+1)%3;c.style.background=['#1864ab','#5c940d','#a61e4d'][n];c.textContent='Carousel '+n},700)}",
        ),
      ),
    () => h("div.panel", { style: `height:90px;background:hsl(${VISIT} 60% 50%)` }, "Advertisement"),
  ] as const;
  const node = (kinds[at % kinds.length] as () => Node)();
  const main = allOf(page.body).find(({ tag }) => tag === "main") as Node;
  insert(main, h("div.container", {}, node), at % 2 === 0 ? 0 : main.children.length);
  const change = shared(page, "main", "noise", "moves by itself", allOf(node));
  return { ...change, names: [ownText(node).replace(VISIT, "").trim() || nameOf(node)] };
}
