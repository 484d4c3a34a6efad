// Eight kinds of realistic pages: nested markup, classes, shared header and footer, 1,500 to 5,000 px tall.
import { type Sheet, sheetOf } from "./style.ts";
import { type Child, type Make, maker, type Node } from "./tree.ts";
import { type Words, wordsOf } from "./words.ts";

export const PAGE_KINDS = ["article", "shop", "docs", "dashboard", "form", "cards", "table", "app"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** What can be changed. `block`: can be added, removed and moved. `text`: a short text. `list`: similar elements in an order. */
export type Part = "block" | "text" | "image" | "list" | "glyph" | "header" | "footer";

export type Page = {
  path: string;
  kind: PageKind;
  root: Node;
  body: Node;
  sheet: Sheet;
  make: Make;
  words: Words;
  parts: { part: Part; node: Node }[];
};

type Build = { h: Make; words: Words; mark: (part: Part, node: Node) => Node };

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Builds a page; equal arguments give the same page with the same keys. `site`: seed of what the pages of a site share. */
export function buildPage(kind: PageKind, path: string, site: string): Page {
  const h = maker();
  const parts: Page["parts"] = [];
  const shared: Build = { h, words: wordsOf(site), mark: (_part, node) => node };
  const mark = (part: Part, node: Node): Node => {
    parts.push({ part, node });
    return node;
  };
  const sheet = sheetOf(shared.words);
  const title = shared.words.name();
  const header = mark("header", headerOf(shared, title));
  const footer = mark("footer", footerOf(shared, title));
  const words = wordsOf(`${site} ${path}`);
  const main = h("main.content", {}, ...MAINS[kind]({ h, words, mark }));
  const body = h("body", {}, h("div.page", {}, header, main, footer));
  const root = h("html", { lang: "en" }, body);
  return { path, kind, root, body, sheet, make: h, words, parts };
}

const link = (h: Make, name: string, text: string): Node =>
  h(`a.${name}`, { href: `/${text.toLowerCase().replaceAll(" ", "-")}` }, text);

function headerOf({ h, words }: Build, title: string): Node {
  const logo = h("a.logo", { href: "/" }, h("span.logo-mark", {}), h("span", {}, title));
  const items = times(5, () => h("li.nav-item", {}, link(h, "nav-link", words.name())));
  const nav = h("nav.main-nav", { "aria-label": "Main" }, h("ul.nav-list", {}, ...items));
  return h(
    "header.site-header",
    {},
    h("div.container", {}, h("div.bar", {}, logo, nav, h("a.button", { href: "/join" }, "Join us"))),
  );
}

function footerOf({ h, words }: Build, title: string): Node {
  const columns = times(4, () =>
    h(
      "div.footer-col",
      {},
      h("h4", {}, words.name()),
      h("ul", {}, ...times(4, () => h("li", {}, link(h, "footer-link", words.name())))),
    ),
  );
  const legal = h("div.legal", {}, h("p", {}, `${title} has been open since 1887. ${words.sentence()}`));
  return h("footer.site-footer", {}, h("div.container", {}, h("div.footer-grid", {}, ...columns), legal));
}

const block = ({ h, words, mark }: Build, ...inside: Child[]): Node =>
  mark(
    "block",
    h(
      "section.block",
      {},
      h(
        "div.container",
        {},
        h("h2", {}, words.name()),
        mark("text", h("p.block-note", {}, words.sentence())),
        ...inside,
      ),
    ),
  );

const hero = ({ h, words, mark }: Build): Node =>
  h(
    "section.hero",
    {},
    h(
      "div.container",
      {},
      h(
        "div.hero-text",
        {},
        h("h1", {}, words.name()),
        mark("text", h("p.lead", {}, words.sentences(2))),
        h("a.button", { href: "/start" }, `Start with ${words.name()}`),
      ),
    ),
  );

const picture = ({ h, words, mark }: Build, width: number, height: number): Node => {
  const name = words.name();
  const src = `/img/${name.replace(" ", "-").toLowerCase()}.svg`;
  return mark("image", h("img", { src, alt: name, width: String(width), height: String(height) }));
};

const icon = ({ h, mark }: Build, sign: string): Node => mark("glyph", h("span.icon", { "aria-hidden": "true" }, sign));

function card(build: Build, price: boolean): Node {
  const { h, words, mark } = build;
  const foot = price
    ? [mark("text", h("span.price", {}, words.price())), h("a.button", { href: "/basket" }, "Add")]
    : [h("span.stars", {}, `${words.number(2, 5)} of 5`), link(h, "card-link", words.name())];
  return mark(
    "block",
    h(
      "article.card",
      {},
      picture(build, 360, 180),
      h(
        "div.card-body",
        {},
        h("h3.card-title", {}, words.name()),
        mark("text", h("p.card-text", {}, words.sentence())),
        h("div.card-foot", {}, icon(build, "›"), ...foot),
      ),
    ),
  );
}

const cards = (build: Build, count: number, price: boolean): Node =>
  build.mark("list", build.h("div.grid", {}, ...times(count, () => card(build, price))));

function panel(build: Build, links: number): Node {
  const { h, words, mark } = build;
  const list = mark("list", h("ul", {}, ...times(links, () => h("li", {}, link(h, "side-link", words.name())))));
  return mark("block", h("div.panel", {}, h("h3", {}, words.name()), list));
}

const columns = (build: Build, main: Child[], side: Child[]): Node =>
  build.h(
    "div.container",
    {},
    build.h("div.columns", {}, build.h("div.column", {}, ...main), build.h("aside.side", {}, ...side)),
  );

function table({ h, words, mark }: Build, rows: number): Node {
  const head = h("tr", {}, ...times(4, () => h("th.cell", { scope: "col" }, words.name())));
  const body = times(rows, () =>
    mark(
      "block",
      h(
        "tr",
        {},
        h(
          "td.cell",
          {},
          mark("glyph", h("span.icon", { "aria-hidden": "true" }, "▸")),
          h("span.row-name", {}, words.name()),
        ),
        mark("text", h("td.cell", {}, words.name())),
        h("td.cell", {}, words.price()),
        h("td.cell", {}, h("span.badge", {}, words.pick(["Open", "Paid", "Late", "Sent"]))),
      ),
    ),
  );
  return h("table.table", {}, h("thead", {}, head), mark("list", h("tbody", {}, ...body)));
}

function field({ h, words, mark }: Build, area: boolean): Node {
  const name = words.name();
  const control = area
    ? h("textarea.input", { rows: "4", "aria-label": name })
    : h("input.input", { type: "text", placeholder: words.name(), "aria-label": name });
  const label = mark("text", h("label.label", {}, name));
  return mark(
    "block",
    h("div.field", {}, label, control, h("p.hint", {}, h("span.icon", {}, "•"), h("span", {}, words.sentence()))),
  );
}

const paragraphs = ({ h, words, mark }: Build, count: number): Node[] =>
  times(count, () => mark("block", h("p.text", {}, words.sentences(words.number(3, 6)))));

const MAINS: Record<PageKind, (build: Build) => Child[]> = {
  article(build) {
    const { h, words, mark } = build;
    const meta = h("div.meta", {}, h("span.avatar", {}), mark("text", h("span", {}, `By ${words.person()}`)));
    const figure = () =>
      h("figure.figure", {}, picture(build, 720, 320), mark("text", h("figcaption.caption", {}, words.sentence())));
    const quote = mark("block", h("blockquote.quote", {}, h("p", {}, words.sentence())));
    const chapter = () => [mark("text", h("h2", {}, words.name())), ...paragraphs(build, 4)];
    const article = h("article", {}, h("h1", {}, words.name()), meta, figure(), ...paragraphs(build, 3), quote);
    const rest = h("div.story", {}, ...chapter(), figure(), ...chapter());
    return [columns(build, [article, rest], [panel(build, 6), panel(build, 4)]), block(build, cards(build, 4, false))];
  },
  shop: (build) => [
    hero(build),
    block(build, cards(build, 8, true)),
    block(build, cards(build, 4, true)),
    block(build, ...paragraphs(build, 2)),
  ],
  docs(build) {
    const { h, words, mark } = build;
    const chapter = () => [
      mark("text", h("h2", {}, words.name())),
      ...paragraphs(build, 2),
      mark(
        "block",
        h("pre.code", {}, h("code", {}, `const ${words.name().replace(" ", "")} = open("${words.name()}");`)),
      ),
    ];
    const text = h("div.story", {}, h("h1", {}, words.name()), ...chapter(), ...chapter(), ...chapter());
    const figure = h("figure.figure", {}, picture(build, 640, 240), h("figcaption.caption", {}, words.sentence()));
    return [columns(build, [text, figure, table(build, 6)], [panel(build, 8), panel(build, 5)])];
  },
  dashboard(build) {
    const { h, words, mark } = build;
    const tile = () =>
      mark(
        "block",
        h(
          "div.panel",
          {},
          h("h4", {}, icon(build, "•"), h("span", {}, words.name())),
          mark("text", h("p.figure-value", {}, String(words.number(120, 9_800)))),
          h("p.block-note", {}, words.sentence()),
        ),
      );
    const tiles = mark("list", h("div.grid", {}, ...times(8, tile)));
    return [
      h("section.top", {}, h("div.container", {}, h("h1", {}, words.name()), tiles)),
      block(build, table(build, 9)),
      block(build, picture(build, 720, 260), ...paragraphs(build, 1)),
    ];
  },
  form(build) {
    const { h, words, mark } = build;
    const group = (fields: number) =>
      h(
        "fieldset.panel",
        {},
        h("legend", {}, words.name()),
        mark("list", h("div.fields", {}, ...times(fields, (at) => field(build, at === 3)))),
      );
    const send = h("button.button", { type: "submit" }, `Send ${words.name()}`);
    const form = h("form", { action: "/send" }, group(5), group(4), send);
    return [
      columns(
        build,
        [h("h1", {}, words.name()), ...paragraphs(build, 1), form],
        [panel(build, 4), picture(build, 260, 200)],
      ),
    ];
  },
  cards: (build) => [hero(build), block(build, cards(build, 12, false)), block(build, cards(build, 8, false))],
  table: (build) => [
    build.h(
      "section.top",
      {},
      build.h(
        "div.container",
        {},
        build.h("h1", {}, build.words.name()),
        ...paragraphs(build, 1),
        picture(build, 480, 160),
        table(build, 26),
      ),
    ),
    block(build, ...paragraphs(build, 2)),
  ],
  app(build) {
    const { h, words, mark } = build;
    const message = () =>
      mark(
        "block",
        h(
          "li.message",
          {},
          h("span.avatar", {}),
          h(
            "div.message-body",
            {},
            h(
              "div.meta",
              {},
              icon(build, "›"),
              h("strong", {}, words.person()),
              h("span", {}, `${words.number(2, 23)} h`),
            ),
            mark("text", h("p.card-text", {}, words.sentence())),
          ),
        ),
      );
    const inbox = mark("list", h("ul.inbox", {}, ...times(14, message)));
    const tools = h("div.bar", {}, ...times(4, () => h("button.button", { type: "button" }, words.name())));
    return [
      columns(
        build,
        [h("h1", {}, words.name()), tools, inbox],
        [panel(build, 7), picture(build, 260, 180), panel(build, 3)],
      ),
    ];
  },
};
