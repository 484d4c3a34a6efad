// The genuine changes: one element each, as developers and editors make them by mistake. A replaced text occurs exactly once in its file.

/** What the site serves differently. */
export type Edit =
  /** Without `file`, the edit applies to the page itself. */
  | { find: string; replace: string; file?: string }
  /** The address stays, but the picture is different. */
  | { image: string; redrawn: true }
  /** The address returns 404. */
  | { image: string; gone: true };

export type Change = { name: string; page: string; edit: Edit };

const TICKETS = "pages/frames/tickets.html";

/** Replaces `find` with `replace` in a page. */
const text = (page: string, name: string, find: string, replace: string, file?: string): Change => ({
  name,
  page,
  edit: { find, replace, ...(file === undefined ? {} : { file }) },
});
/** Adds a style attribute to the start tag that begins with `tag`. */
const style = (page: string, name: string, tag: string, css: string): Change =>
  text(page, name, tag, `${tag} style="${css}"`);

const TICK = `<svg width="16" height="16" viewBox="0 0 16 16"><path d="M3 8l3 4 7-8" fill="none" stroke="#14803c" stroke-width="2"/></svg>`;

export const CHANGES: readonly Change[] = [
  text("news", "one letter of a headline", "Old cranes at the north quay", "Old crates at the north quay"),
  text("news", "date in a byline", "14 March", "15 March"),
  text("news", "comma instead of a point", "0.04 seconds decided", "0,04 seconds decided"),
  style("news", "underline of one link gone", `<a class="budget"`, "text-decoration: none"),
  text(
    "news",
    "two items of a list swapped",
    "<li>Ten quiet streets for a Sunday walk</li>\n      <li>The baker who answers every letter</li>",
    "<li>The baker who answers every letter</li>\n      <li>Ten quiet streets for a Sunday walk</li>",
  ),
  text("news", "lead picture replaced", `/img/quay.png`, `/img/pier.png`),
  text("news", "text no longer cut off", `<p class="clip">`, "<p>"),
  style("news", "separator of 1 px gone", "<aside", "border-left-color: transparent"),
  text("news", "a thin ray of an icon gone", "M22 3v6M22 35v6", "M22 35v6"),
  text("news", "founding year", "founded 1887", "founded 1881"),
  text("docs", "digit in a code sample", "maxLength: 500", "maxLength: 600"),
  style("docs", "line height of a paragraph", `<p class="pausing"`, "line-height: 1.7"),
  style("docs", "letter spacing of a heading", `<h2 id="options"`, "letter-spacing: 0.01em"),
  style("docs", "note 3 % darker", `<p class="note"`, "background: #e6edf4"),
  style("docs", "colour of inline code", `<code class="opt"`, "color: #3a4250"),
  style("docs", "weight of a navigation link", `<a class="here"`, "font-weight: 400"),
  text("docs", "search hint", "Search the docs", "Search all docs"),
  text("docs", "arrow of a link turned round", "Retries →", "Retries ←"),
  style("docs", "2 px move of a button", `<a class="next"`, "position: relative; top: 2px"),
  text("docs", "table cell", "<td>30 s</td>", "<td>80 s</td>"),
  text("dashboard", "digit of a figure", "1,904", "1,964"),
  text(
    "dashboard",
    "bar of a chart lower by 2 px",
    `<rect x="300" y="58" width="36" height="132"`,
    `<rect x="300" y="60" width="36" height="130"`,
  ),
  text("dashboard", "point of a thin chart line", "320,140 390,138", "320,140 390,134"),
  text(
    "dashboard",
    "colour of a chart line 5 % darker",
    `stroke="#e0662f" stroke-width="2"/>\n      <polyline class="last"`,
    `stroke="#d35a24" stroke-width="2"/>\n      <polyline class="last"`,
  ),
  text("dashboard", "legend mark missing", `<i style="background:#9aa8c2"></i>`, ""),
  text(
    "dashboard",
    "table row gone",
    /* one driver */ `<tr><td>V-1101</td><td>Tomasz Wilk</td><td>Airport</td><td><span class="badge off">parked</span></td><td><div class="meter"><i style="width:0%"></i></div></td><td class="n">0</td></tr>`,
    "",
  ),
  text(
    "dashboard",
    "table row added",
    "<tr><td>V-1130</td>",
    `<tr><td>V-1121</td><td>Lena Roth</td><td>Harbour</td><td></td><td></td><td class="n">3</td></tr><tr><td>V-1130</td>`,
  ),
  text(
    "dashboard",
    "badge 4 % darker",
    `<span class="badge off">`,
    `<span class="badge off" style="background:#dde0e6">`,
  ),
  text("dashboard", "load of a vehicle", "width:35%", "width:37%"),
  text("dashboard", "sign of a change", "−1.4 %", "+1.4 %"),
  text("booking", "box ticked", `name="wood"`, `name="wood" checked`),
  text("booking", "hint of a field", "As in your passport", "As on your passport"),
  text("booking", "value of a field", "Hargreaves", "Hargreeves"),
  text("booking", "option chosen", "<option>Sweden", "<option selected>Sweden"),
  text("booking", "other radio button", `value="alder" checked`, `value="alder"`),
  text("booking", "text of a text area", "22:30", "23:30"),
  text("booking", "slider", `value="5"`, `value="6"`),
  style("booking", "radius of the button", "<button", "border-radius: 6px"),
  text("booking", "border of a field 4 % lighter", `name="last"`, `name="last" style="border-color:#c3d1cc"`),
  text("booking", "word of another language", "Bed linen", "Bettwäsche"),
  text("booking", "progress", `max="3" value="2"`, `max="3" value="1"`),
  text("recipe", "number of servings", "Serves 4", "Serves 6"),
  text("recipe", "accent", "crème", "créme"),
  text("recipe", "picture broken", `src="/img/potatoes.png"`, `src="/img/missing.png"`),
  text("recipe", "emphasis gone", "<em>mustard</em>", "mustard"),
  style("recipe", "1 px move of a list item", `<li class="oil"`, "position: relative; left: 1px"),
  text("recipe", "star", "★★★★☆", "★★★☆☆"),
  text("recipe", "cell of a small table", "0.8 g", "0.9 g"),
  text("pricing", "price", "€ 49", "€ 45"),
  style("pricing", "shadow gone", `<div class="plan starter"`, "box-shadow: none"),
  style("pricing", "opacity 0.95", `<div class="plan large"`, "opacity: 0.95"),
  style("pricing", "padding 2 px more", `<a class="cta"`, "padding: 14px"),
  style("pricing", "ribbon under another element", `<div class="ribbon"`, "z-index: 0"),
  text("pricing", "tick missing", `<li class="sso">${TICK}`, `<li class="sso">`),
  text("pricing", "answer folded", "<details open>", "<details>"),
  text("pricing", "small print", "30.09.", "30.06."),
  text("jobs", "button gone", `<h2>Product designer</h2><button>Apply</button>`, `<h2>Product designer</h2>`),
  style("jobs", "tag 3 % darker", `<span class="tag hybrid"`, "background: #e6ebe2"),
  style("jobs", "text overflows", `<div class="team"`, "overflow: visible"),
  text("jobs", "digit of a salary", "36,000 a year", "38,000 a year"),
  text("jobs", "current page", `<a class="now">1</a><a>2</a>`, `<a>1</a><a class="now">2</a>`),
  text("login", "typing error", "Welcome back", "Welcome bock"),
  style("login", "1 px move of the logo", `<svg class="logo"`, "position: relative; left: 1px"),
  text("login", "button 3 % lighter", "<button>Sign in", `<button style="background:#4b40d2">Sign in`),
  text("login", "icon flipped", "M3 9h9M8 4l5 5-5 5", "M15 9H6M10 4L5 9l5 5"),
  text("login", "length of a filled password", "correcthorse", "correcthors"),
  { name: "another picture at the same address", page: "gallery", edit: { image: "boat.png", redrawn: true } },
  { name: "picture no longer there", page: "gallery", edit: { image: "tern.png", gone: true } },
  { name: "another background picture", page: "gallery", edit: { image: "band.png", redrawn: true } },
  text(
    "gallery",
    "part of a picture shown",
    `<img src="/img/bridge.png"`,
    `<img style="object-position:50% 46%" src="/img/bridge.png"`,
  ),
  text("gallery", "mark gone", `<span class="sold">sold</span>`, ""),
  text(
    "gallery",
    "two pictures swapped",
    `<img src="/img/birches.png" alt="Birches">`,
    `<img src="/img/tern.png" alt="Birches">`,
  ),
  style("corporate", "colour of a link in the footer", `<a class="careers"`, "color: #a9bdc5"),
  style("corporate", "section 3 % darker", `<section class="soft"`, "background: #ebeff0"),
  style(
    "corporate",
    "gradient of the head",
    `<div class="hero"`,
    "background: linear-gradient(120deg, #00506b, #0b7a8f 66%, #39a6a3)",
  ),
  text("corporate", "telephone number", "555 01 70", "555 01 79"),
  style("corporate", "icon flipped", `<svg class="s2"`, "transform: scaleX(-1)"),
  text("corporate", "year", "© 2025", "© 2024"),
  text("rtl", "one letter", "أمسية", "أمسيه"),
  text("rtl", "arrow turned round", "M11 3L5 8l6 5", "M5 3l6 5-6 5"),
  text("rtl", "opening hour", "22:00", "23:00"),
  text("components", "text in a shadow tree", `data-price="€ 16"`, `data-price="€ 18"`),
  text("components", "text in a closed shadow tree", `data-note="row A to D"`, `data-note="row A to E"`),
  text("components", "seat in a closed shadow tree", "12,13,14,27", "12,13,14,28"),
  text("components", "text in a slot", "Bring a blanket.", "Bring a blanket!"),
  text("framed", "price in a frame", "€ 8.50", "€ 8.80", TICKETS),
  text(
    "framed",
    "button of a frame 4 % lighter",
    `<button class="buy">`,
    `<button class="buy" style="background:#be2f27">`,
    TICKETS,
  ),
  text("framed", "row of a frame gone", "<tr><td>Children under 12</td><td>free</td></tr>", "", TICKETS),
  text("framed", "thin dashed line of a map", `stroke-dasharray="6 5"`, `stroke-dasharray="6 6"`),
];
