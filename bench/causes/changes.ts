// Makes one known change to a page and records what it is.
import type { Page, Part } from "./pages.ts";
import type { Sheet } from "./style.ts";
import {
  allOf,
  ancestorsOf,
  detach,
  elementsOf,
  hasClass,
  insert,
  type Node,
  nameOf,
  ownText,
  textOf,
} from "./tree.ts";
import type { Change, ChangeKind } from "./truth.ts";
import type { Words } from "./words.ts";

/** `draw` chooses place and kind. Elements in `taken`, their ancestors and their descendants are left to the change that uses them. */
export type Making = { page: Page; draw: Words; taken: Set<Node> };
export type MakeChange = (making: Making) => Change;

/** Picks an element of the kind that no other change of the pair touches. */
function drawn({ page, draw, taken }: Making, part: Part, fits: (node: Node) => boolean = () => true): Node {
  const free = (node: Node) =>
    ![...taken].some(
      (other) => other === node || ancestorsOf(other).includes(node) || ancestorsOf(node).includes(other),
    );
  const found = page.parts
    .filter((one) => one.part === part && free(one.node) && fits(one.node))
    .map(({ node }) => node);
  if (found.length === 0) throw new Error(`The page "${page.kind}" has no free ${part}.`);
  const node = draw.pick(found);
  taken.add(node);
  return node;
}

const LANDMARKS = new Set(["header", "main", "footer"]);

function changeOf(
  { page }: Making,
  kind: ChangeKind,
  what: string,
  nodes: readonly Node[],
  more: Partial<Change> = {},
): Change {
  const [first] = nodes;
  const above = first ? ancestorsOf(first) : [];
  const heading = above.flatMap((one) => elementsOf(one)).find(({ tag }) => /^h[1-4]$/.test(tag));
  return {
    kind,
    what,
    names: [...new Set(nodes.flatMap((node) => [nameOf(node), textOf(node).slice(0, 60)]))].filter(Boolean),
    landmark: (first ? [first, ...above] : above).find(({ tag }) => LANDMARKS.has(tag))?.tag ?? "",
    heading: heading ? textOf(heading) : "",
    on: { [page.path]: nodes.map(({ key }) => key) },
    ...more,
  };
}

/** In a list with several columns, an insertion moves other elements aside; it is a plain insertion only if blocks are stacked. */
const inFlow = (node: Node): boolean => !!node.parent && elementsOf(node.parent).length > 1;

export const blockIn: MakeChange = (making) => {
  const { page, draw } = making;
  const beside = drawn(making, "block", inFlow);
  const fresh = copyOf(page, beside, draw);
  const parent = beside.parent as Node;
  insert(parent, fresh, parent.children.indexOf(beside) + draw.number(0, 1));
  making.taken.add(fresh);
  return changeOf(making, "in", `${fresh.tag} "${nameOf(fresh)}" put in`, [fresh]);
};

/** Returns a block of the same kind with different words. */
function copyOf(page: Page, node: Node, draw: Words): Node {
  const children = node.children.map((child) => {
    if (typeof child !== "string") return copyOf(page, child, draw);
    if (child.length < 3) return child;
    return child.length > 40 ? draw.sentences(Math.max(1, Math.round(child.length / 60))) : `New ${draw.name()}`;
  });
  const { class: classes = "", ...attrs } = node.attrs;
  if (attrs.alt) Object.assign(attrs, { alt: draw.name(), src: `/img/${draw.name().replace(" ", "-")}.svg` });
  return page.make([node.tag, ...classes.split(" ").filter(Boolean)].join("."), attrs, ...children);
}

export const blockOut: MakeChange = (making) => {
  const node = drawn(making, "block", inFlow);
  const change = changeOf(making, "out", `${node.tag} "${nameOf(node)}" taken out`, [node]);
  detach(node);
  return change;
};

export const blockMoved: MakeChange = (making) => {
  const { draw } = making;
  const far = (node: Node) => !!node.parent && elementsOf(node.parent).filter(({ tag }) => tag === node.tag).length > 3;
  const node = drawn(making, "block", far);
  const parent = node.parent as Node;
  const change = changeOf(making, "moved", `${node.tag} "${nameOf(node)}" moved among its siblings`, [node]);
  const from = parent.children.indexOf(node);
  const count = parent.children.length;
  detach(node);
  // Far enough that this element clearly moved, and not the one it passed.
  const step = draw.number(2, Math.max(2, Math.floor(count / 2)));
  insert(parent, node, from + step < count ? from + step : Math.max(0, from - step));
  return change;
};

export const text: MakeChange = (making) => {
  const { draw } = making;
  const node = drawn(making, "text");
  const before = ownText(node);
  const after = /^€/.test(before)
    ? draw.price()
    : /^\d+$/.test(before)
      ? String(draw.number(10_000, 98_000))
      : before.length > 30
        ? draw.sentence()
        : `Now ${draw.name()}`;
  node.children = [after];
  return changeOf(making, "text", `text "${before.slice(0, 30)}" became "${after.slice(0, 30)}"`, [node], {
    names: [before, after],
    before,
    after,
  });
};

/** Changes one value of a style rule. The elements it styles count as changed. */
function restyle(
  making: Making,
  options: readonly (readonly [name: string, values: Record<string, string>])[],
): Change {
  const { page, draw, taken } = making;
  const touched = (name: string) => allOf(page.body).filter((node) => hasClass(node, name));
  const usable = options.filter(([name]) => {
    const nodes = touched(name);
    return nodes.length > 0 && !nodes.some((node) => [...taken].some((other) => allOf(other).includes(node)));
  });
  const [name, values] = draw.pick(usable.length > 0 ? usable : options);
  const nodes = touched(name);
  for (const node of nodes) taken.add(node);
  change(page.sheet, `.${name}`, values);
  return changeOf(making, "style", `.${name} { ${Object.keys(values).join(", ")} } on ${nodes.length}`, nodes, {
    properties: Object.keys(values),
  });
}

function change(sheet: Sheet, selector: string, values: Record<string, string>): void {
  sheet[selector] = { ...sheet[selector], ...values };
}

export const colour: MakeChange = (making) =>
  restyle(making, [
    ["block-note", { color: "#b42318" }],
    ["card-text", { color: "#175cd3" }],
    ["hint", { color: "#b42318" }],
    ["side-link", { color: "#6941c6" }],
    ["price", { color: "#027a48" }],
    ["nav-link", { color: "#c11574" }],
    ["caption", { color: "#b42318" }],
  ]);

export const background: MakeChange = (making) =>
  restyle(making, [
    ["button", { background: "#475467" }],
    ["panel", { background: "#fef0c7" }],
    ["code", { background: "#3b0764" }],
    ["badge", { background: "#fde2e4" }],
    ["site-header", { "background-color": "#bae6fd" }],
    ["hero", { "background-color": "#e4e7ec" }],
  ]);

/** The background image of an element no longer loads. */
export const backgroundImageLost: MakeChange = (making) => {
  const { page } = making;
  const place = allOf(page.body).find((node) => hasClass(node, "hero")) ? "hero" : "site-header";
  return restyle(making, [[place, { "background-image": "none" }]]);
};

export const border: MakeChange = (making) =>
  restyle(making, [
    ["card", { "border-color": "#1d2939" }],
    ["panel", { "border-radius": "24px" }],
    ["input", { "border-color": "#b42318" }],
    ["cell", { "border-bottom-color": "#1d2939" }],
    ["code", { "border-radius": "22px" }],
    ["message", { "border-bottom-color": "#1d2939" }],
  ]);

export const spacing: MakeChange = (making) =>
  restyle(making, [
    ["card-body", { padding: "16px 28px" }],
    ["panel", { padding: "30px" }],
    ["field", { "margin-bottom": "34px" }],
    ["cell", { padding: "16px 12px" }],
    ["message", { padding: "22px 0" }],
  ]);

export const size: MakeChange = (making) =>
  restyle(making, [
    ["avatar", { width: "56px", height: "56px" }],
    ["figure-value", { "font-size": "40px" }],
    ["card-title", { "font-size": "22px" }],
    ["label", { "font-size": "20px" }],
    ["side-link", { "font-size": "19px" }],
    ["cell", { "font-size": "16px" }],
  ]);

export const decoration: MakeChange = (making) =>
  restyle(making, [
    ["side-link", { "text-decoration": "underline" }],
    ["nav-link", { "text-decoration": "underline" }],
    ["footer-link", { "text-decoration": "underline" }],
    ["card-link", { "text-decoration": "underline" }],
  ]);

export const hidden: MakeChange = (making) => {
  const node = drawn(making, "block", inFlow);
  node.attrs.style = "visibility:hidden";
  return changeOf(making, "hidden", `${node.tag} "${nameOf(node)}" hidden`, [node], { properties: ["visibility"] });
};

export const image: MakeChange = (making) => {
  const node = drawn(making, "image");
  const before = node.attrs.src ?? "";
  const after = `/img/other-${making.draw.number(1, 10_000)}.svg`;
  node.attrs.src = after;
  const names = [node.attrs.alt ?? "", before, after];
  return changeOf(making, "image", `image "${node.attrs.alt}" replaced`, [node], { names, before, after });
};

const FONTS: readonly Record<string, string>[] = [
  { "font-family": "'DejaVu Serif', serif" },
  { "font-size": "17px" },
  { "letter-spacing": "0.4px" },
  { "font-family": "'DejaVu Sans Mono', monospace" },
];

/** Changes the whole page: all text looks different, for one reason. */
export const font: MakeChange = (making) => {
  const { page, draw } = making;
  const values = draw.pick(FONTS);
  change(page.sheet, "body", values);
  return changeOf(making, "font", `body { ${Object.keys(values).join()} }`, [page.body], {
    properties: Object.keys(values),
    names: ["font"],
  });
};

export const order: MakeChange = (making) => {
  const { draw } = making;
  const list = drawn(making, "list", (node) => elementsOf(node).length > 3);
  const items = elementsOf(list);
  const at = draw.number(0, items.length - 2);
  const [one, two] = [items[at] as Node, items[at + 1] as Node];
  const change = changeOf(making, "order", `"${nameOf(one)}" and "${nameOf(two)}" change places`, [list, one, two]);
  const place = list.children.indexOf(one);
  detach(two);
  insert(list, two, place);
  return change;
};

/** A block grows and pushes down what follows. */
export const shift: MakeChange = (making) => {
  const { draw } = making;
  const node = drawn(making, "block", ({ tag }) => tag !== "tr");
  const by = draw.number(24, 140);
  node.attrs.style = `padding-bottom:${by}px`;
  const what = `${node.tag} "${nameOf(node)}" has ${by} px more below its text`;
  return changeOf(making, "shift", what, [node], { properties: ["padding", "height"] });
};

/** Changes a few pixels of a glyph, everywhere on the page. */
export const glyph: MakeChange = (making) => {
  const { page, draw, taken } = making;
  const nodes = page.parts.filter(({ part }) => part === "glyph").map(({ node }) => node);
  const chosen = nodes.length > 0 ? nodes : allOf(page.body).filter((node) => hasClass(node, "icon"));
  if (chosen.length === 0) {
    const paragraph = drawn(making, "text");
    paragraph.children = [`${ownText(paragraph)} ›`];
    return changeOf(making, "glyph", "a sign behind a text", [paragraph], { before: "", after: "›" });
  }
  for (const node of chosen) taken.add(node);
  const before = textOf(chosen[0] as Node);
  if (draw.number(0, 1) === 0) {
    change(page.sheet, ".icon", { transform: "translateY(1px)" });
    return changeOf(making, "glyph", `${chosen.length} signs one pixel lower`, chosen, { properties: ["transform"] });
  }
  const after = before === "›" ? "»" : "›";
  for (const node of chosen) node.children = [after];
  return changeOf(making, "glyph", `${chosen.length} signs ${before} became ${after}`, chosen, { before, after });
};
