import { expect } from "chai";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { eventually } from "../../../../activities/functional/engine/expectations.ts";
import type { Doing } from "../../../../activities/functional/engine/session.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { css, label, outcome, QUICK, QUICK_EXPECT, role, run, text } from "./harness.ts";

describe("an attempt of a scenario", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const go = (steps: Parameters<typeof run>[2], options: Parameters<typeof run>[3] = {}) =>
    run(pools.pool, sites.site.origin, steps, options);

  it("does actions and holds expectations, step by step, with pictures where something was done", async () => {
    sites.site.on(
      "/form",
      `<h1>Order</h1><form onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Thank you, ' + n.value + ' (' + s.value + ')'">
      <label>Name <input id="n"></label><label>Size <select id="s"><option value="s">Small</option><option value="l">Large</option></select></label>
      <label><input type="checkbox" id="c"> Gift</label><button>Send</button></form><output></output>
      <table><tr><th>Item</th><th>Price</th></tr><tr><td>Stool</td><td>12</td></tr></table>`,
    );
    const ran = await go([
      { op: "goto", value: "/form" },
      [
        { op: "fill", target: label("Name"), value: "Ada" },
        { op: "select", target: label("Size"), value: "Large" },
        { op: "check", target: label("Gift") },
      ],
      { op: "click", target: role("button", "Send") },
      { op: "expectText", target: css("output"), value: "Thank you, Ada (l)" },
      [
        { op: "expectChecked", target: label("Gift") },
        { op: "expectValue", target: label("Size"), value: "Large" },
        { op: "expectUrl", value: "/form" },
        { op: "expectTitle", value: "t" },
        { op: "expectCount", target: css("tr"), value: "2" },
        { op: "expectHidden", target: text("Sold out") },
        { op: "expectTable", target: role("table"), value: '[["Item","Price"],["Stool","12"]]' },
      ],
    ]);
    expect(outcome(ran)).to.deep.equal(["passed", "passed", "passed", "passed", "passed"]);
    expect(ran.status).to.equal("passed");
    const pictures = ran.steps.map(({ screenshotId }) => screenshotId);
    expect(new Set(pictures).size).to.equal(3);
    expect(pictures[4]).to.equal(pictures[2]);
    expect(ran.steps[2]?.fingerprints[0]).to.include({ tag: "button", role: "button", name: "Send", text: "Send" });
    expect(ran.steps[2]?.url).to.equal(`${sites.site.origin}/form`);
  });

  it("does the same in Firefox, and hears there what is tracked, with the bodies of requests", async () => {
    sites.site.on(
      "/fire",
      `<label>Name <input></label><button onclick="document.querySelector('p').textContent='Hello ' + document.querySelector('input').value; track()">Go</button><p></p>
       <script>window.dataLayer = [];
         function track() {
           const to = "/g/collect?v=2&tid=G-1", hit = (name) => "en=" + name + "&epn.value=12";
           dataLayer.push({ event: "pushed", value: 12 });
           navigator.sendBeacon(to + "&n=1", hit("by_beacon"));
           fetch(to + "&n=2", { method: "POST", body: new Blob([hit("by_fetch")]) });
           const request = new XMLHttpRequest();
           request.open("POST", to + "&n=3");
           request.send(hit("by_request"));
           new Image().src = to + "&en=by_picture&epn.value=12";
         }</script>`,
    );
    const events = ["pushed", "by_beacon", "by_fetch", "by_request", "by_picture"];
    const ran = await go(
      [
        { op: "goto", value: "/fire" },
        { op: "fill", target: label("Name"), value: "Ada" },
        { op: "click", target: role("button", "Go") },
        { op: "expectText", target: css("p"), value: "Hello Ada" },
        ...events.map((value) => ({ op: "expectEvent" as const, value })),
      ],
      { browser: "firefox", trace: true, limits: {}, tracking: { verify: true, layers: ["dataLayer"] } },
    );
    expect(outcome(ran)).to.deep.equal(Array(4 + events.length).fill("passed"));
    const heard = [...(ran.tracked?.pushes ?? []), ...(ran.tracked?.beacons ?? [])];
    expect(heard.map(({ name }) => name)).to.have.members(events);
    expect(heard.map(({ step, parameters }) => [step, parameters.value])).to.deep.equal(events.map(() => [2, 12]));
    expect(ran.steps[2]?.screenshotId).to.be.a("string");
    expect(ran.traceId === null).to.equal(ran.notes.some((note) => note.startsWith("No trace")));
  });

  it("traces each action once, each expectation under its sentence, and no look-up", async () => {
    sites.site.on(
      "/traced",
      "<label>Name <input id=n></label><button onclick=\"p.textContent = 'Hello ' + n.value\">Greet</button><p id=p></p>",
    );
    const ran = await go(
      [
        { op: "goto", value: "/traced" },
        { op: "fill", target: label("Name"), value: "Ada" },
        { op: "click", target: role("button", "Greet") },
        { says: "I see Ada", actions: [{ op: "expectText", target: css("p"), value: "Hello Ada" }] },
      ],
      { trace: true },
    );
    expect(ran.status).to.equal("passed");
    const entries = unzipSync(ran.stored.get(ran.traceId ?? "")?.bytes ?? new Uint8Array());
    const events = Object.entries(entries)
      .filter(([name]) => name.endsWith(".trace"))
      .flatMap(([, bytes]) => strFromU8(bytes).split("\n"))
      .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as { type: string; method?: string; title?: string }]));
    const calls = events.filter(({ type }) => type === "before").map(({ method, title }) => title ?? method);
    expect(calls.filter((call) => !call?.startsWith("Wait for"))).to.deep.equal([
      "goto",
      "fill",
      "click",
      "When I see Ada",
    ]);
  });

  it("stops at the first failure, says what was seen, and skips the rest", async () => {
    sites.site.on("/shop", "<button>Buy</button><button>Buy</button><p id=price>12</p>");
    const fails = (...steps: Parameters<typeof run>[2]) => go([{ op: "goto", value: "/shop" }, ...steps], QUICK);
    const missing = await fails(
      { op: "click", target: role("button", "Sell") },
      { op: "click", target: role("button", "Buy") },
    );
    expect(outcome(missing)).to.deep.equal([
      "passed",
      'failed: No element was found: button "Sell" matched 0.',
      "skipped",
    ]);
    expect(missing.steps[1]?.failure).to.deep.include({ op: "click", stepDefId: "def-2", timedOut: true });
    expect(missing.steps[1]?.failure?.matches).to.deep.equal([
      { locator: { by: "role", value: "button", name: "Sell" }, count: 0 },
    ]);
    expect(missing.steps[1]?.screenshotId).to.be.a("string");
    const [, many] = outcome(await fails({ op: "click", target: role("button", "Buy") }));
    expect(many).to.equal('failed: Not exactly one element was found: button "Buy" matched 2.');
    const wrong = await fails({ op: "expectText", target: css("#price"), value: "13" });
    expect(wrong.steps[1]?.failure).to.include({ expected: "13", actual: "12" });
  });

  it("says what kept a control from being used, and that its time was up", async () => {
    const cover = "<i style='position:fixed;inset:0'></i>";
    for (const [page, hindrance] of [
      ["<button disabled>Buy</button>", "the element is disabled"],
      ["<button style='width:0;height:0;padding:0;border:0;overflow:hidden'>Buy</button>", "the element is hidden"],
      [`<button>Buy</button>${cover}`, "another element covers it"],
    ] as const) {
      sites.site.on("/unusable", page);
      const press = { op: "click" as const, target: { locators: [{ by: "css" as const, value: "button" }] } };
      const { steps } = await go([{ op: "goto", value: "/unusable" }, press], QUICK);
      const message = `The action click could not be done: ${hindrance}.`;
      expect(steps[1]?.failure, hindrance).to.deep.include({ message, timedOut: true });
    }
  });

  describe("whose page opens tabs", () => {
    const open = { op: "goto" as const, value: "/tabs" };
    const click = (name: string) => ({ op: "click" as const, target: role("button", name) });
    const follow = { op: "click" as const, target: role("link", "Terms") };
    const isOn = (value: string) => ({ op: "expectUrl" as const, value });
    const tab = (value: string) => ({ op: "switchTab" as const, value });
    beforeEach(() => {
      sites.site.on(
        "/tabs",
        `<p>First</p><a href=/terms target=_blank>Terms</a><button onclick="window.open('/terms')">Pop up</button><button onclick="document.querySelector('p').textContent='Bought'">Buy</button>
         <button onclick="window.open('/terms'); window.open('/other')">Two</button><button onclick="setTimeout(()=>window.open('/terms'), 300)">Late</button>
         <script>window.open('/advert')</script>`,
      );
      sites.site.on(
        "/terms",
        `<h1>Terms</h1><label>Name <input></label><a href=/more>More</a><button onclick="window.close()">Done</button>
         <script>window.dataLayer=[];dataLayer.push({event:'terms_seen'});fetch('/g/collect?v=2&tid=G-1&en=terms_sent')</script>`,
      );
      // Arrives only after the next action.
      sites.site.on("/advert", (_, response) => void setTimeout(() => response.end("<h1>Advert</h1>"), 1_500));
      sites.site.on("/more", "<h1>More</h1>");
      sites.site.on("/other", "<h1>Other</h1>");
    });

    it("continues in the tab that an action opened, and in the first where that is closed or chosen", async () => {
      const { steps, status } = await go([
        open,
        follow,
        [isOn("/terms"), { op: "fill", target: label("Name"), value: "Ada" }],
        { op: "click", target: role("link", "More") },
        { op: "expectVisible", target: role("heading", "More") },
        [tab("first"), isOn("/tabs")],
        [tab("new"), isOn("/more")],
        [{ op: "closeTab" }, isOn("/tabs")],
        [click("Pop up"), click("Done"), isOn("/tabs")],
        [click("Late"), tab("new"), isOn("/terms")],
      ]);
      expect(steps.map(({ failure }) => failure?.message ?? null)).to.deep.equal(Array(10).fill(null));
      expect(status).to.equal("passed");
      expect(steps.map(({ url }) => new URL(url).pathname).slice(0, 4)).to.deep.equal([
        "/tabs",
        "/terms",
        "/terms",
        "/more",
      ]);
    });

    it("continues there in Firefox too, with what is tracked there", async () => {
      const { tracked, ...ran } = await go([open, follow, isOn("/terms"), { op: "expectEvent", value: "terms_seen" }], {
        browser: "firefox",
        tracking: { verify: true, layers: ["dataLayer"] },
      });
      expect(outcome({ tracked, ...ran })).to.deep.equal(Array(4).fill("passed"));
      expect(tracked?.beacons.filter(({ name }) => name === "terms_sent")).to.have.length(1);
    });

    it("returns to the first where nothing in the new one fits, unless something must not be shown", async () => {
      const ran = await go([open, follow, click("Buy"), { op: "expectVisible", target: text("Bought") }], {
        limits: { actionMs: 5_000 },
      });
      expect(outcome(ran)).to.deep.equal(Array(4).fill("passed"));
      expect(ran.notes.join()).to.match(/applies to the tab before/);
      const hidden = await go([open, follow, { op: "expectHidden", target: role("heading", "Terms") }], QUICK_EXPECT);
      expect(outcome(hidden)[2]).to.match(/^failed: .* to leave it, add the step I switch to the first tab\.$/);
      const both = await go([open, click("Two"), isOn("/other")], QUICK_EXPECT);
      expect(outcome(both)[2]).to.match(/it was "\/tabs"\. .* add the step I switch to the new tab\.$/);
      expect(outcome(await go([open, tab("new")], QUICK))[1]).to.equal("failed: The page has opened no new tab.");
    });

    it("records what it tracks, and sends it the headers of the environment", async () => {
      sites.site.on("/guarded", ({ headers }, response) =>
        response
          .writeHead(headers["x-preview"] === "yes" ? 200 : 403, { "content-type": "text/html" })
          .end(`<h1>${headers["x-preview"] === "yes" ? "Inside" : "Refused"}</h1>`),
      );
      sites.site.on("/start", "<a href=/terms target=_blank>Terms</a><a href=/guarded target=_blank>Guarded</a>");
      const seen = await go(
        [
          { op: "goto", value: "/start" },
          follow,
          [
            { op: "expectEvent", value: "terms_seen" },
            { op: "expectEvent", value: "terms_sent" },
          ],
        ],
        { limits: {}, tracking: { verify: true, layers: ["dataLayer"] } },
      );
      expect(outcome(seen)).to.deep.equal(Array(3).fill("passed"));
      expect(seen.tracked?.pushes.filter(({ name }) => name === "terms_seen")).to.have.length(1);
      expect(seen.tracked?.beacons.filter(({ name }) => name === "terms_sent")).to.have.length(1);
      const access = { origin: sites.site.origin, headers: { "x-preview": "yes" } };
      const inside = await go(
        [
          { op: "goto", value: "/start" },
          { op: "click", target: role("link", "Guarded") },
          { op: "expectVisible", target: role("heading", "Inside") },
        ],
        { access },
      );
      expect(outcome(inside)).to.deep.equal(Array(3).fill("passed"));
    });
  });

  it("answers only the next dialog as announced", async () => {
    sites.site.on(
      "/ask",
      "<button onclick=\"this.textContent = [confirm('1'), confirm('2'), confirm('3')].join()\">Ask</button>",
    );
    const accept = { op: "dialog" as const, value: "accept" };
    const ask = { op: "click" as const, target: css("button") };
    const one = await go([
      { op: "goto", value: "/ask" },
      [accept, ask],
      { op: "expectText", target: css("button"), value: "true,false,false" },
    ]);
    const two = await go([
      { op: "goto", value: "/ask" },
      [accept, accept, ask],
      { op: "expectText", target: css("button"), value: "true,true,false" },
    ]);
    const late = await go([
      { op: "goto", value: "/ask" },
      [accept, { op: "hover", target: css("button") }, { op: "dialog", value: "dismiss" }, ask],
      { op: "expectText", target: css("button"), value: "false,false,false" },
    ]);
    expect([one, two, late].flatMap(outcome)).to.deep.equal(Array(9).fill("passed"));
  });

  it("tells that no page is open", async () => {
    const nowhere = await go([{ op: "expectHidden", target: text("Error") }], QUICK);
    expect(nowhere.steps[0]?.failure).to.deep.include({
      message: 'No page is open. Begin the scenario with a step such as I am on "/".',
      invalid: true,
    });
  });

  it("runs up to a sentence without a definition, as Cucumber does", async () => {
    sites.site.on("/", "<p>Home</p>");
    const ran = await go([{ op: "goto", value: "/" }, "I dance", { op: "expectText", value: "Home" }]);
    expect(ran.status).to.equal("undefined");
    expect(outcome(ran)).to.deep.equal(["passed", "undefined", "skipped"]);
  });

  it("takes a later locator where the first finds nothing, and tells of it", async () => {
    sites.site.on("/drift", "<button data-testid=pay>Pay now</button><p hidden id=done>Done</p>");
    const target = {
      locators: [
        { by: "role", value: "button", name: "Check out" },
        { by: "testid", value: "pay" },
      ] as const,
    };
    const ran = await go([
      { op: "goto", value: "/drift" },
      { op: "click", target: { locators: [...target.locators] } },
    ]);
    expect(ran.status).to.equal("passed");
    expect(ran.steps[1]?.drift).to.deep.equal([{ action: 0, used: 1, of: 2 }]);
  });

  it("waits for an option that depends on another list, and reads its label", async () => {
    sites.site.on(
      "/lists",
      `<label>City <select><option value=p label="Porto">OPO</option></select></label><p></p><script>
       const list = document.querySelector("select");
       list.onchange = () => { document.querySelector("p").textContent += list.value; };
       setTimeout(() => list.add(new Option("Rome", "r")), 400);</script>`,
    );
    const city = (value: string) => ({ op: "select" as const, target: label("City"), value });
    const ran = await go([
      { op: "goto", value: "/lists" },
      [city("Rome"), city("Porto")],
      { op: "expectText", target: css("p"), value: "rp" },
    ]);
    expect(outcome(ran)).to.deep.equal(["passed", "passed", "passed"]);
    // A recording does not tell a list from a field.
    const filled = { ...city("Porto"), op: "fill" as const };
    expect(outcome(await go([{ op: "goto", value: "/lists" }, city("Rome"), filled]))).to.deep.equal(
      Array(3).fill("passed"),
    );
    const none = await go([{ op: "goto", value: "/lists" }, city("Oslo")], QUICK);
    expect(none.steps[1]?.failure).to.deep.include({ actual: "Porto, Rome", invalid: true });
  });

  it("fails where an expectation's element is of another kind", async () => {
    sites.site.on("/kinds", "<button aria-pressed=true>Dark mode</button>");
    const checked = { op: "expectChecked" as const, target: role("button", "Dark mode") };
    expect(outcome(await go([{ op: "goto", value: "/kinds" }, checked], QUICK))[1]).to.equal(
      "failed: The box cannot be read: the element is of another kind.",
    );
  });

  it("fails with the last value seen where an expectation's element leaves", async () => {
    const rounds: (() => Promise<{ holds: boolean; expected: string; actual: string }>)[] = [
      async () => ({ holds: false, expected: "Done", actual: "Loading" }),
      async () => Promise.reject(new Error("Element is detached")),
    ];
    const guard = { run: (asked: Promise<unknown>) => asked, sleep: async () => undefined };
    const doing = { session: { guard }, left: () => rounds.length } as unknown as Doing;
    const failed = await eventually(doing, "The text", () => rounds.shift()!()).catch((error: Error) => error.message);
    expect(failed).to.match(/it was "Loading"\.$/);
  });

  it("finds inside elements and frames, and waits for what comes late", async () => {
    sites.site.on("/inner", "<button onclick=\"this.textContent='Paid'\">Pay</button>");
    sites.site.on(
      "/outer",
      `<ul><li>Stool <button onclick="document.title='stool'">Add</button></li><li>Lamp <button onclick="document.title='lamp'">Add</button></li></ul>
       <iframe title="Payment" src="/inner"></iframe><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend','<p>Late</p>'), 400)</script>`,
    );
    const ran = await go([
      { op: "goto", value: "/outer" },
      { op: "click", target: { ...role("button", "Add"), within: { by: "css", value: "li:nth-child(2)" } } },
      { op: "expectTitle", value: "lamp" },
      { op: "expectText", target: text("Late"), value: "Late" },
      { op: "click", target: { ...role("button", "Pay"), frame: { by: "title", value: "Payment" } } },
      { op: "expectVisible", target: { ...text("Paid"), frame: { by: "title", value: "Payment" } } },
    ]);
    expect(outcome(ran)).to.deep.equal(Array(6).fill("passed"));
  });

  it("answers dialogs, hears of downloads, and uploads what the feature says", async () => {
    sites.site.on("/file.csv", (_request, response) => {
      response.writeHead(200, { "content-disposition": 'attachment; filename="orders.csv"' }).end("a,b\n");
    });
    sites.site.on(
      "/odds",
      `<button onclick="document.title = confirm('Really delete?') ? 'gone' : 'kept'">Delete</button>
       <a href="/file.csv">Export</a><label>Photo <input type=file onchange="this.files[0].text().then(t => document.querySelector('p').textContent = this.files[0].name + ': ' + t)"></label><p></p>`,
    );
    const ran = await go([
      { op: "goto", value: "/odds" },
      [
        { op: "click", target: role("button", "Delete") },
        { op: "expectTitle", value: "kept" },
      ],
      { op: "dialog", value: "accept" },
      [
        { op: "click", target: role("button", "Delete") },
        { op: "expectTitle", value: "gone" },
        { op: "expectDialog", value: "Really delete?" },
      ],
      [
        { op: "click", target: role("link", "Export") },
        { op: "expectDownload", value: "orders.csv" },
      ],
      [
        { op: "upload", target: label("Photo"), name: "note.txt", value: "hello" },
        { op: "expectText", target: css("p"), value: "note.txt: hello" },
      ],
    ]);
    expect(outcome(ran)).to.deep.equal(Array(6).fill("passed"));
  });

  it("stays on the environment's origin, and tells of a server's error", async () => {
    sites.site.on("/broken", (_request, response) => void response.writeHead(500).end("oh"));
    const other = await go([{ op: "goto", value: "https://example.com/" }]);
    expect(outcome(other)[0]).to.match(/^failed: The address is not on the environment \(/);
    const file = await go([{ op: "goto", value: "file:///etc/passwd" }]);
    expect(outcome(file)[0]).to.match(/^failed: The address cannot be opened/);
    const broken = await go([{ op: "goto", value: "/broken" }]);
    expect(outcome(broken)[0]).to.equal("failed: The page answered 500 Internal Server Error.");
    expect(broken.steps[0]?.network).to.deep.equal([
      { method: "GET", url: `${sites.site.origin}/broken`, status: 500, failure: null },
    ]);
    const nothing = await go([
      { op: "goto", value: "/nowhere" },
      { op: "expectText", value: "nothing here" },
    ]);
    expect(nothing.status).to.equal("passed");
  });

  it("keeps console and network errors with the step during which they came", async () => {
    sites.site.on("/noisy", "<button onclick=\"console.error('bad ' + 1); fetch('/lost')\">Go</button>");
    const ran = await go([
      { op: "goto", value: "/noisy" },
      [
        { op: "click", target: role("button", "Go") },
        { op: "waitFor", value: "300" },
      ],
    ]);
    const [first, second] = ran.steps;
    expect(first?.console.filter(({ text: said }) => said.includes("bad"))).to.deep.equal([]);
    expect(second?.console).to.deep.include({ level: "error", text: "bad 1" });
    expect(second?.network).to.deep.equal([
      { method: "GET", url: `${sites.site.origin}/lost`, status: 404, failure: null },
    ]);
  });

  it("ends a step and a scenario in their times", async () => {
    sites.site.on("/slow", "<p>Here</p>");
    const ran = await go(
      [
        { op: "goto", value: "/slow" },
        { op: "waitFor", target: text("Never"), timeoutMs: 60_000 },
      ],
      { limits: { scenarioMs: 3_000 } },
    );
    expect(ran.steps[1]?.failure?.message).to.match(/The scenario ran out of time\.$/);
  });

  it("a site that cannot be reached or entered keeps the scenario from being judged", async () => {
    const { origin } = sites.site;
    const refused = await go([{ op: "goto", value: "/" }], {
      access: { origin, signIn: { url: `${origin}/no-door`, steps: [{ op: "click", selector: "button" }] } },
    });
    expect(refused.status).to.equal("error");
    expect(refused.error?.code).to.equal("http_error");
  });
});

describe("secrets of an attempt", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const SECRET = 'pa"ss w&rd/42';

  it("are typed and sent, and are in no text, no failure, no picture's bytes and no trace", async () => {
    let sent = "";
    sites.site.on("/welcome", (request, response) => {
      request.on("data", (chunk: Buffer) => {
        sent += chunk.toString();
      });
      request.on("end", () => {
        const word = new URLSearchParams(sent).get("word") ?? "";
        const safe = word.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
        response
          .writeHead(200, { "content-type": "text/html", "set-cookie": "session=verysecretcookie" })
          .end(
            `<!doctype html><title>t</title><p id=shown>Your word: ${safe}</p><script>console.error(${JSON.stringify(SECRET)})</script>`,
          );
      });
    });
    sites.site.on(
      "/enter",
      "<form method=post action=/welcome><label>Word <input name=word></label><button>Send</button></form>",
    );
    const { origin } = sites.site;
    const ran = await run(
      pools.pool,
      origin,
      [
        { op: "goto", value: "/enter" },
        { op: "fill", target: label("Word"), value: "{secret.word}" },
        { op: "click", target: role("button", "Send") },
        { op: "expectText", target: css("#shown"), value: "Nothing" },
      ],
      {
        trace: true,
        // On a busy machine the form is submitted late.
        limits: { actionMs: 10_000, expectMs: 3_000 },
        access: {
          origin,
          secrets: { word: SECRET },
          headers: { "X-Door": "headersecret" },
          cookies: [{ name: "c", value: "cookiesecret" }],
        },
      },
    );
    expect(new URLSearchParams(sent).get("word")).to.equal(SECRET);
    const { stored, ...result } = ran;
    expect(result.status).to.equal("failed");
    expect(result.notes).to.deep.equal([]);
    expect(result.steps[3]?.failure?.actual).to.equal("Your word: ••••••");
    expect(JSON.stringify(result)).not.to.include("w&rd");
    const zip = stored.get(result.traceId ?? "")?.bytes;
    const entries = unzipSync(zip ?? new Uint8Array());
    const all = Object.entries(entries)
      .map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`)
      .join("\n");
    expect(all).to.include("frame-snapshot");
    for (const never of [
      "w&rd",
      "w%26rd",
      "w&amp;rd",
      "headersecret",
      "cookiesecret",
      "verysecretcookie",
      process.cwd(),
    ])
      expect(all, never).not.to.include(never);
  });

  it("are covered in pictures where the row that the field was found in is called otherwise afterwards", async () => {
    const { origin } = sites.site;
    const row = (name: string) =>
      `<li><b>${name}</b> <label>Key <input oninput="this.closest('li').querySelector('b').textContent = 'Done'"></label></li>`;
    const style = "<style>input { display: block; width: 400px; height: 200px; background: #f00; border: 0 }</style>";
    sites.site.on("/keys", `<!doctype html>${style}<ul>${row("Oak")}${row("Elm")}</ul>`);
    const within = { by: "row" as const, value: "Oak" };
    const ran = await run(
      pools.pool,
      origin,
      [
        { op: "goto", value: "/keys" },
        // The second locator is never used, and it could not be parsed.
        {
          op: "fill",
          target: { locators: [...label("Key").locators, { by: "css", value: ":::" }], within },
          value: "{secret.word}",
        },
      ],
      { access: { origin, secrets: { word: SECRET } } },
    );
    expect(outcome(ran)).to.deep.equal(["passed", "passed"]);
    const picture = ran.stored.get(ran.steps[1]?.screenshotId ?? "")?.bytes;
    const { data } = await sharp(picture)
      .extract({ left: 200, top: 100, width: 20, height: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.max(...data)).to.be.lessThan(100);
  });

  it("are not typed into pages of other sites, nor named in locators", async () => {
    sites.site.on("/away", "<p>Go</p>");
    const { origin } = sites.site;
    const foreign = origin.replace("127.0.0.1", "localhost");
    sites.site.on("/link", `<a href="${foreign}/theirs">Pay</a>`);
    sites.site.on("/theirs", "<label>Word <input></label>");
    const access = { origin, secrets: { word: "opensesame" } };
    const ran = await run(
      pools.pool,
      origin,
      [
        { op: "goto", value: "/link" },
        { op: "click", target: role("link", "Pay") },
        { op: "fill", target: label("Word"), value: "{secret.word}" },
      ],
      { access },
    );
    expect(outcome(ran)[2]).to.match(/^failed: A secret can only be typed on the environment's own pages/);
    const named = await run(pools.pool, origin, [{ op: "click", target: text("{secret.word}") }], { access });
    expect(outcome(named)[0]).to.equal("failed: A secret can only be the value of an action.");
    const unknown = await run(pools.pool, origin, [{ op: "goto", value: "/{env.path}" }], { access });
    expect(outcome(unknown)[0]).to.match(/^failed: The environment has no value "path"/);
  });
});

describe("what a page tracks during an attempt", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("is told by step, and expected with attributes in the plan's words", async () => {
    sites.site.on(
      "/tracked",
      `<script>dataLayer = [{ page: { type: 'product' } }]</script>
       <button onclick="dataLayer.push({ event: 'add_to_cart', currency: 'EUR', value: 12 })">Add</button>`,
    );
    const steps = (value: string) => [
      { op: "goto" as const, value: "/tracked" },
      { op: "click" as const, target: role("button", "Add") },
      {
        says: "the event is sent",
        actions: [{ op: "expectEvent" as const, value: "add_to_cart" }],
        table: [
          ["attribute", "expected"],
          ["currency", "iso-currency"],
          ["value", value],
        ],
      },
      [
        { op: "expectVariable" as const, name: "page.type", value: "product" },
        { op: "expectNoEvent" as const, value: "purchase" },
      ],
    ];
    const options = { tracking: { verify: true, layers: ["dataLayer"] } };
    const ran = await run(pools.pool, sites.site.origin, steps("12"), options);
    expect(outcome(ran)).to.deep.equal(Array(4).fill("passed"));
    const push = ran.tracked?.pushes.find(({ name }) => name === "add_to_cart");
    expect(push).to.deep.include({ step: 1, parameters: { currency: "EUR", value: 12 } });
    const wrong = await run(pools.pool, sites.site.origin, steps("13"), { ...options, ...QUICK_EXPECT });
    expect(outcome(wrong)[2]).to.equal(
      'failed: The event "add_to_cart" was sent, but not as expected. "value" must be 13, but is 12.',
    );
    // An attribute called "name" in the first row is no title.
    const named = { says: "the event is sent", actions: [{ op: "expectEvent" as const, value: "add_to_cart" }] };
    const [open, add] = steps("12");
    const table = [["name", "Ada"]];
    const unnamed = await run(pools.pool, sites.site.origin, [open!, add!, { ...named, table }], {
      ...options,
      ...QUICK_EXPECT,
    });
    expect(outcome(unnamed)[2]).to.match(/^failed: .*"name"/);
  });
});
