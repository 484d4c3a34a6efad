import { expect } from "chai";
import { decodePng } from "../../../../activities/compare/engine/decode.ts";
import { SLOW_MS, startSite, usePool, useSite } from "../../capture/engine/harness.ts";
import { audit, type Stored, toolsFor } from "./harness.ts";
import { doc } from "./pages.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

describe("accessibility rules of axe on real pages", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const tools = () => toolsFor(pools.pool);

  const seeded: [rule: string, html: string, target: string][] = [
    ["color-contrast", doc('<p id="pale" style="color:#aaa;background:#fff">Pale text</p>'), "#pale"],
    ["image-alt", doc(`<img id="picture" src="${PIXEL}" width="40" height="40">`), "#picture"],
    ["label", doc('<input id="mail" type="email">'), "#mail"],
    ["html-has-lang", doc("<p>Text</p>", "", ""), "html"],
    ["button-name", doc('<button id="nameless" type="button" style="width:40px;height:40px"></button>'), "#nameless"],
    [
      "meta-viewport",
      `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, user-scalable=no"><title>t</title></head><body><main><h1>A</h1></main></body></html>`,
      'meta[name="viewport"]',
    ],
    [
      "target-size",
      doc(
        '<div style="font-size:0">' +
          '<button id="small" type="button" style="all:unset;width:10px;height:10px;background:#000;display:inline-block" aria-label="a"></button>' +
          '<button id="next" type="button" style="all:unset;width:10px;height:10px;background:#444;display:inline-block" aria-label="b"></button></div>',
      ),
      "#small",
    ],
  ];
  for (const [rule, html, target] of seeded)
    it(`${rule} fails where it is broken, once for both widths`, async () => {
      const { of, outcome, score } = await audit(tools(), sites.site.on(`/${rule}`, html));
      expect(outcome(rule)).to.equal("failed");
      const finding = of(rule).find((one) => one.target === target);
      expect(finding?.outcome).to.equal("failed");
      expect(of(rule).filter((one) => one.target === target)).to.have.length(1);
      expect(finding?.evidence.viewports).to.deep.equal(["desktop", "phone"]);
      expect(finding?.message).to.match(/\.$/);
      expect(score).to.be.below(100);
    });

  it("asks no page without <html> for its language or title", async () => {
    const url = sites.site.on("/formula", (_request, response) => {
      response.setHeader("content-type", "application/xml").end('<math lang="en"><mi>x</mi></math>');
    });
    const { findings } = await audit(tools(), url);
    expect(findings.map(({ rule }) => rule)).to.not.include.members(["html-has-lang"]);
    expect(findings.map(({ rule }) => rule)).to.not.include.members(["document-title"]);
  });

  it("a sound page has nothing that fails, and a full score", async () => {
    const url = sites.site.on("/sound", doc('<p>Black on white.</p><p><a href="/x">A link of its own</a></p>'));
    const { findings, score, outcome, data } = await audit(tools(), url);
    expect(findings.filter((finding) => finding.outcome === "failed")).to.deep.equal([]);
    expect(score).to.equal(100);
    expect(outcome("color-contrast")).to.equal("passed");
    expect(outcome("image-alt")).to.equal("inapplicable");
    expect(data.axeVersion).to.match(/^4\.14\./);
  });

  it("tells the figures of a contrast, and what only the phone shows", async () => {
    const url = sites.site.on(
      "/figures",
      doc('<p id="pale">Pale</p>', "<style>@media (max-width:600px){#pale{color:#aaa}}</style>"),
    );
    const [finding] = (await audit(tools(), url)).of("color-contrast");
    expect(finding?.message).to.contain(
      "The contrast of #aaaaaa on #ffffff is 2.32:1 at 16 px, and 4.5:1 is required.",
    );
    expect(finding?.message).to.contain("Seen on the phone only.");
    expect(finding?.evidence.viewports).to.deep.equal(["phone"]);
  });

  it("a best practice warns, and costs nothing", async () => {
    const url = sites.site.on("/practice", doc('<p tabindex="3">Text</p><h4>Too deep</h4>'));
    const { of, score } = await audit(tools(), url);
    expect(of("heading-order").map(({ outcome }) => outcome)).to.deep.equal(["warning"]);
    expect(of("tabindex").map(({ outcome }) => outcome)).to.deep.equal(["warning"]);
    expect(of("focus-visible")).to.deep.equal([]);
    expect(score).to.equal(100);
  });

  it("text over a picture is for a person, and costs nothing", async () => {
    const url = sites.site.on(
      "/over",
      doc(`<p id="over" style="background-image:url(${PIXEL}),linear-gradient(#fff,#000);color:#888">Text</p>`),
    );
    const { of, score } = await audit(tools(), url);
    expect(of("color-contrast").map(({ outcome, target }) => [outcome, target])).to.deep.equal([["review", "#over"]]);
    expect(of("color-contrast")[0]?.message).to.match(/^A person must check this: /);
    expect(score).to.equal(100);
  });

  it("keeps a picture of what fails, and none of what does not", async () => {
    const stored: Stored = new Map();
    const url = sites.site.on("/picture", doc('<p id="pale" style="color:#aaa">Pale</p><h4>Deep</h4>'));
    const { of } = await audit(toolsFor(pools.pool, { stored }), url);
    const id = of("color-contrast")[0]?.evidence.screenshotId as string;
    expect([...stored.keys()]).to.deep.equal([id]);
    expect(stored.get(id)?.contentType).to.equal("image/png");
    expect(Buffer.from(stored.get(id)?.bytes.subarray(1, 4) ?? []).toString()).to.equal("PNG");
  });

  it("a store that refuses pictures does not fail the audit", async () => {
    const url = sites.site.on("/refused", doc('<p id="pale" style="color:#aaa">Pale</p>'));
    const refusing = { ...tools(), store: () => Promise.reject(new Error("the disk is full")) };
    const { of } = await audit(refusing, url);
    expect(of("color-contrast")[0]?.outcome).to.equal("failed");
    expect(of("color-contrast")[0]?.evidence).not.to.have.property("screenshotId");
  });

  it("keeps typed values and tokens out of the findings", async () => {
    const url = sites.site.on(
      "/secret",
      doc(
        '<input id="mail" type="text" value="hunter2"><a href="/x?token=abc123SECRETabc123SECRET"><img src="/p.png?sig=Zm9vYmFyZm9vYmFy1"></a>',
      ),
    );
    const { findings } = await audit(tools(), url);
    expect(findings.map(({ rule }) => rule)).to.include.members(["label", "image-alt"]);
    expect(JSON.stringify(findings)).not.to.match(/hunter2|SECRET|Zm9v/);
  });

  it("names an element without generated ids, the same in every load", async () => {
    const answer = (n: number) =>
      doc(`<div id="root-${n}"><p id="r${n}" class="css-1x${n}" style="color:#aaa">Pale</p></div>`);
    const targets: string[] = [];
    for (const n of [111, 222])
      targets.push(
        (await audit(tools(), sites.site.on("/names", answer(n)))).of("color-contrast")[0]?.fingerprint ?? "",
      );
    expect(targets[0]).to.match(/^[0-9a-f]{32}$/);
    expect(targets[1]).to.equal(targets[0]);
  });

  it("reaches into frames of the same and of another site, and into shadow trees", async () => {
    const foreign = await startSite("127.0.0.1");
    const named = await startSite("localhost");
    try {
      const bad = (id: string) => doc(`<p id="${id}" style="color:#aaa">Pale</p>`);
      sites.site.on("/own-frame", bad("inner"));
      const port = foreign.on("/foreign", bad("port"));
      const host = named.on("/foreign", bad("host"));
      const url = sites.site.on(
        "/frames",
        doc(
          `<iframe title="own" name="own" src="/own-frame"></iframe><iframe title="port" name="port" src="${port}"></iframe><iframe title="host" name="host" src="${host}"></iframe>` +
            `<x-card id="card"><template shadowrootmode="open"><p style="color:#aaa">Pale in the shadow</p></template></x-card>`,
        ),
      );
      const { of, data } = await audit(tools(), url);
      expect(data.widths.map(({ frames, framesLeftOut }) => [frames, framesLeftOut])).to.deep.equal([
        [3, 0],
        [3, 0],
      ]);
      expect(of("color-contrast").map(({ target, outcome }) => `${outcome} ${target}`)).to.have.members([
        'failed iframe[name="own"] |> #inner',
        'failed iframe[name="port"] |> #port',
        'failed iframe[name="host"] |> #host',
        "failed #card >>> p",
      ]);
    } finally {
      await Promise.all([foreign.close(), named.close()]);
    }
  });

  it("pictures what only the phone shows at its full size", async () => {
    const stored: Stored = new Map();
    const style =
      "<style>@media (max-width:600px){#pale{background:#c00;color:#d11;width:200px;height:40px;margin:0}}</style>";
    const url = sites.site.on("/phone-picture", doc('<p id="pale">Pale</p>', style));
    const { of } = await audit(toolsFor(pools.pool, { stored }), url);
    const png = stored.get(String(of("color-contrast")[0]?.evidence.screenshotId))?.bytes ?? new Uint8Array();
    const { data } = await decodePng(png);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] === 0xcc && data[at + 1] === 0) red += 1;
    expect(red).to.be.within(7_000, 8_000);
  });

  it("fails a frame that the Tab key passes by, unless it is behind a modal dialog or in an inert part", async () => {
    const link = (id: string): string =>
      `<iframe title="${id}" name="${id}" tabindex="-1" srcdoc="<a href=/>Home</a>"></iframe>`;
    sites.site.on("/links", doc(link("deep")));
    const inert = `<div inert>${link("inert")}<iframe title="outer" name="outer" src="/links"></iframe></div>`;
    const dialog = `<dialog id="box" aria-label="Asked">${link("asked")}<button type="button">Close</button></dialog>`;
    const failed = async (path: string, script: string): Promise<string[]> => {
      const html = doc(`${link("plain")}${inert}${dialog}<script>${script}</script>`);
      return (await audit(tools(), sites.site.on(path, html)))
        .of("frame-focusable-content")
        .map(({ target }) => target);
    };
    expect(await failed("/frames-closed", "")).to.deep.equal(['iframe[name="plain"] |> html']);
    expect(await failed("/frames-open", "box.show()")).to.have.members([
      'iframe[name="plain"] |> html',
      'iframe[name="asked"] |> html',
    ]);
    expect(await failed("/frames-modal", "box.showModal()")).to.deep.equal(['iframe[name="asked"] |> html']);
  });

  it("fails a table or grid with a header that no cell can belong to, and no other", async () => {
    const rows = (...cells: string[]): string => cells.map((row) => `<tr>${row}</tr>`).join("");
    const grid = (...cells: string[][]): string =>
      cells
        .map(
          ([role, ...texts]) =>
            `<div role="row">${texts.map((text) => `<div role="${role}">${text}</div>`).join("")}</div>`,
        )
        .join("");
    const head = "<th>Name</th><th>Price</th>";
    const three = "<th>Name</th><th>Price</th><th>Stock</th>";
    const tables: [id: string, table: string][] = [
      ["failed-short", rows(head, "<td>Vase</td>", "<td>Bowl</td>")],
      ["failed-third", rows(three, "<td>Vase</td><td>4</td>")],
      ["failed-named", rows('<th id="a">Name</th><th id="b">Price</th>', '<td>Vase</td><td headers="a">Bowl</td>')],
      [
        "failed-corner",
        rows('<td></td><th scope="col">Price</th><th scope="col">Stock</th>', "<th>Vase</th><td>4</td>"),
      ],
      ["good-plain", rows(head, "<td>Vase</td><td>4</td>")],
      ["good-span", rows(three, '<td colspan="3">Nothing found</td>')],
      ["good-notice", rows(three, "<td>Loading</td>")],
      ["good-loading", rows(head, "<td>Loading</td>")],
      ["good-percent", rows(head, '<td colspan="2%">Vase</td>')],
      [
        "good-title",
        rows(
          '<th colspan="2">Vases</th>',
          '<th id="n">Name</th><th id="p">Price</th>',
          '<td headers="n">Tall</td><td headers="p">4</td>',
        ),
      ],
      ["good-bare", rows(three)],
      ["good-actions", rows(`${head}<th></th><th><img alt="" src="${PIXEL}"></th>`, "<td>Vase</td><td>4</td>")],
      ["good-tall", rows(head, '<td>Vase</td><td rowspan="2">4</td>', "<td>Bowl</td>")],
      [
        "good-groups",
        rows(
          '<th rowspan="2">Name</th><th colspan="2">Price</th>',
          "<th>New</th><th>Old</th>",
          "<td>Vase</td><td>4</td><td>5</td>",
        ),
      ],
      ["good-rows", rows('<th scope="row">Vase</th><td></td>')],
      ["good-scope", rows('<th scope="col">Vase</th><td>4</td>', '<th scope="col">Bowl</th><td>5</td>')],
      [
        "good-heads",
        rows("<th>Day</th><th>Open</th>", "<th>Monday</th><td>8-12</td>", "<th>Tuesday</th><td>9-12</td>"),
      ],
      [
        "good-part",
        rows("<th>Name</th><th>Price</th>", '<th scope="row" colspan="2">Vases</th>', "<td>Tall</td><td>4</td>"),
      ],
      ["good-referred", rows('<th id="c">Name</th><th id="d">Price</th>', "<td>Vase</td>", '<td headers="d">4</td>')],
      ["good-hidden", rows(`${head}<th style="display:none">Stock</th>`, "<td>Vase</td><td>4</td>")],
      ["good-narrow", rows(head, '<td>Vase</td><td style="display:none">4</td>')],
    ];
    const grids: [id: string, more: string, body: string][] = [
      [
        "failed-grid",
        'role="grid"',
        grid(["columnheader", "Name", "Price"], ["gridcell", "Vase"], ["gridcell", "Bowl"]),
      ],
      ["good-grid", 'role="grid"', grid(["columnheader", "Name", "Price"], ["gridcell", "Vase", "4"])],
      ["good-virtual", 'role="grid" aria-colcount="40"', grid(["columnheader", "Name", "Price"], ["gridcell", "Vase"])],
      [
        "good-component",
        'role="table"',
        `${grid(["columnheader", "Name", "Price"])}<div role="row"><div role="cell">Vase</div><x-cell></x-cell></div>`,
      ],
    ];
    const body = `${tables.map(([id, table]) => `<table id="${id}">${table}</table>`).join("")}${grids
      .map(([id, more, inner]) => `<div id="${id}" aria-label="${id}" ${more}>${inner}</div>`)
      .join("")}`;
    const found = (await audit(tools(), sites.site.on("/tables", doc(body))))
      .of("th-has-data-cells")
      .filter(({ outcome }) => outcome === "failed");
    const wanted = [...tables, ...grids].map(([id]) => `#${id}`).filter((id) => id.startsWith("#failed"));
    expect(found.map(({ target }) => target)).to.have.members(wanted);
    const third = found.find(({ target }) => target === "#failed-third");
    expect(third?.message).to.contain("No cell belongs to the header “Stock”.");
  });

  it("asks about a label that differs by the hint of a key or by an icon's word, and fails one that differs by words", async () => {
    const padding = "<span></span>".repeat(40);
    const body = `<button id="key" aria-label="Find">Find ${padding}<kbd>Ctrl K</kbd></button>
      <button id="icon" aria-label="Basket"><i style="font-family:'Material Icons'">shopping_cart</i></button>
      <button id="short" aria-label="Baker Street, co-op">Baker St., coop</button>
      <button id="words" aria-label="Buy">Order now</button>`;
    const { of } = await audit(tools(), sites.site.on("/labels", doc(body)));
    const found = of("label-content-name-mismatch");
    expect(found.map(({ target, outcome }) => `${outcome} ${target}`)).to.have.members([
      "review #key",
      "review #icon",
      "failed #words",
    ]);
    for (const { message } of found) expect(message).to.match(/\.$/);
  });

  it("works under a policy that forbids every script", async () => {
    const html = doc('<p id="pale">Pale</p>', '<link rel="stylesheet" href="/strict.css">');
    sites.site.on("/strict.css", (_request, response) => {
      response.writeHead(200, { "content-type": "text/css" }).end("#pale{color:#aaa}");
    });
    const url = sites.site.on("/strict", (_request, response) => {
      const policy = "default-src 'none'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy }).end(html);
    });
    const { of, data } = await audit(tools(), url);
    expect(of("color-contrast").map(({ target }) => target)).to.deep.equal(["#pale"]);
    expect(data.keyboard.state).to.equal("walked");
  });

  it("is not misled by a page that changes its prototypes", async () => {
    const url = sites.site.on(
      "/prototypes",
      doc(
        '<p id="pale" style="color:#aaa">Pale</p>',
        "<script>Array.prototype.map = Array.prototype.filter = () => []; window.axe = { run: () => ({}) }; JSON.stringify = () => '';</script>",
      ),
    );
    expect((await audit(tools(), url)).of("color-contrast")).to.have.length(1);
  });
});
