import { expect } from "chai";
import { SLOW_MS, specOf, usePool, useSite } from "../engine/harness.ts";
import { later, onAndOff, once, seen } from "./switching.ts";

describe("stabiliser networkQuiet", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  it("waits for what the page fetches, and for what it fetches then", async () => {
    sites.site.on("/one", later(900, "text/plain", "/two"));
    sites.site.on("/two", once(later(1_100, "text/plain", "came")));
    const url = sites.site.on(
      "/fetches",
      `<p id=p>waiting</p><script>(async()=>{const next=await(await fetch('/one')).text();p.textContent=await(await fetch(next)).text()})()</script>`,
    );
    const { on, off } = await onAndOff(pools, "networkQuiet", url);
    expect([on.text("p"), off.text("p")]).to.deep.equal(["came", "waiting"]);
    expect(on.notes).to.deep.equal([]);
  });

  it("goes on after its bound with a note that holds no secret", async () => {
    sites.site.on("/poll", () => undefined);
    const { notes } = await seen(
      pools,
      specOf(sites.site.on("/polls", `<script>fetch('/poll?token=secret')</script>`)),
    );
    expect(notes).to.have.length(1);
    expect(notes[0]?.message).to.match(/^The network did not become quiet within 3 s; still open: http.*\/poll\.$/);
  });

  it("does not wait for an answer whose body nobody reads", async () => {
    sites.site.on("/large", (_request, response) => response.end(Buffer.alloc(8_000_000, 65)));
    const { notes, text } = await seen(
      pools,
      specOf(sites.site.on("/unread", `<p id=p></p><script>fetch('/large').then(({ok})=>{p.textContent=ok})</script>`)),
    );
    expect(text("p")).to.equal("true");
    expect(notes).to.deep.equal([]);
  });

  it("does not wait for streams", async () => {
    sites.site.on("/stream", (_request, response) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": hi\n\n"),
    );
    const { notes } = await seen(
      pools,
      specOf(sites.site.on("/streams", `<script>new EventSource('/stream')</script>`)),
    );
    expect(notes).to.deep.equal([]);
  });
});
