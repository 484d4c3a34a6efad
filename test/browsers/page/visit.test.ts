import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { type Visit, type VisitOptions, visitPage } from "../../../browsers/page/visit.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { type Answer, SLOW_MS, usePool, useSite } from "../../activities/capture/engine/harness.ts";

const html =
  (body: string, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "text/html" }).end(`<!doctype html><title>T</title>${body}`);

describe("a visit for an audit", function () {
  this.timeout(SLOW_MS);
  const pools = usePool({});
  const sites = useSite();
  const visit = <T>(path: string, use: (visit: Visit) => Promise<T>, options: Partial<VisitOptions> = {}) =>
    visitPage(
      { pool: pools.pool },
      { url: sites.site.url(path), viewport: DEFAULT_VIEWPORTS.desktop, ...options },
      new AbortController().signal,
      use,
    );

  it("hears what the page asks for, in order, with the answers' heads", async () => {
    sites.site.on("/a", html("<img src=/missing.png><script>fetch('/data')</script>"));
    sites.site.on("/data", (_request, response) => void response.writeHead(200, { "X-Kind": "data" }).end("{}"));
    const visited = await visit("/a", async (v) => {
      await v.traffic.quiet(5_000);
      return v.exchanges();
    });
    if (visited.state !== "gathered") throw new Error(visited.reason);
    const heard = visited.data.map(({ url, type, status }) => `${new URL(url).pathname} ${type} ${status}`);
    expect(heard[0]).to.equal("/a document 200");
    expect(heard).to.include.members(["/missing.png image 404", "/data fetch 200"]);
    const data = visited.data.find(({ url }) => url.endsWith("/data"));
    expect(data?.headers).to.deep.include(["x-kind", "data"]);
    expect(data).to.include({ mainFrame: true, failure: null, method: "GET" });
  });

  it("a browser that ends while the visit is prepared ends that wait too, and the visit is made again", async () => {
    sites.site.on("/prepared", html("<h1>Here</h1>"));
    let prepared = 0;
    const visited = await visit("/prepared", async ({ status }) => status, {
      async prepare() {
        prepared += 1;
        if (prepared > 1) return;
        for (const pid of pools.pool.pids()) process.kill(pid, "SIGKILL");
        // Like a call into a browser that dies during the call.
        await new Promise(() => undefined);
      },
    });
    expect(visited).to.deep.equal({ state: "gathered", data: 200 });
    expect(prepared).to.equal(2);
  });

  it("a page that led on to an error is not measured, unless what is done in it may lead on", async () => {
    sites.site.on("/leads", html("<script>setTimeout(()=>location.href='/nowhere',0)</script>"));
    const there = ({ page }: Visit) => page.waitForURL("**/nowhere");
    expect(await visit("/leads", there)).to.deep.equal({
      state: "not_measured",
      code: "http_error",
      reason: "The page answered 404 Not Found.",
    });
    expect(await visit("/leads", there, { leadsOn: true })).to.include({ state: "gathered" });
  });

  it("a page that answers with an error is not measured, or visited where that is asked for", async () => {
    sites.site.on("/gone", html("<h1>Gone</h1>", 410));
    const heading = async ({ page, status, loaded }: Visit) => ({
      status,
      loaded,
      text: await page.textContent("h1"),
    });
    expect(await visit("/gone", heading)).to.deep.equal({
      state: "not_measured",
      code: "http_error",
      reason: "The page answered 410 Gone.",
    });
    expect(await visit("/gone", heading, { acceptErrorStatus: true })).to.deep.equal({
      state: "gathered",
      data: { status: 410, loaded: true, text: "Gone" },
    });
  });

  it("a document of 60 MB is given up, and the visit with it, whether its length is announced or not", async () => {
    // A single comment takes only as much memory as its bytes, so the document's limit is reached before any limit of the page's memory.
    const flood = (headers: Record<string, string>) => (_request: unknown, response: ServerResponse) => {
      response.writeHead(200, { "content-type": "text/html", ...headers });
      response.write("<!doctype html><title>T</title><!--");
      const chunk = Buffer.alloc(1024 * 1024, "words ");
      let left = 60;
      const more = (): void => {
        while (left > 0) {
          left -= 1;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    };
    sites.site.on("/flood", flood({}));
    sites.site.on("/announced", flood({ "content-length": String(60 * 1024 * 1024) }));
    for (const path of ["/flood", "/announced"])
      expect(await visit(path, async () => "seen"), path).to.deep.equal({
        state: "not_measured",
        code: "too_large",
        reason: "The page's document is larger than 10 MB.",
      });
  });

  it("windows that the page opens are closed, and endless dialogs do not hold it", async () => {
    sites.site.on("/popups", html("<script>open('/other');setInterval(()=>alert(1),1)</script><h1>Here</h1>"));
    sites.site.on("/other", html("<h1>Other</h1>"));
    const visited = await visit("/popups", async ({ page, context, guard }) => {
      const text = await page.textContent("h1");
      while (context.pages().length > 1) await guard.sleep(20);
      return text;
    });
    expect(visited).to.deep.equal({ state: "gathered", data: "Here" });
  });

  it("a page that does not answer a question in time is not measured", async () => {
    sites.site.on("/busy", html("<script>setTimeout(()=>{for(;;);},200)</script>"));
    const visited = await visit("/busy", async ({ page, guard }) => {
      await guard.sleep(300);
      return guard.run(page.title(), 500);
    });
    expect(visited).to.include({ state: "not_measured", code: "timeout" });
  });

  it("a cancelled visit throws the reason", async () => {
    sites.site.on("/calm", html("<h1>Calm</h1>"));
    const cancel = new AbortController();
    const visiting = visitPage(
      { pool: pools.pool },
      { url: sites.site.url("/calm"), viewport: DEFAULT_VIEWPORTS.desktop },
      cancel.signal,
      async ({ guard }) => {
        cancel.abort(new Error("enough"));
        await guard.sleep(60_000);
      },
    );
    const error = await visiting.catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message", "enough");
  });
});
