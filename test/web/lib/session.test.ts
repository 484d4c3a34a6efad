// What a tab knows of its session: only the newest request counts, and another person gets another page.
import { expect } from "chai";
import type { Turn } from "../../../web/src/lib/sessionTurn.ts";

const ANN = { id: "usr_ann", email: "ann@x.example", name: "Ann", role: "admin", orgId: "org_a" };

describe("the session of a tab", () => {
  const { fetch, BroadcastChannel } = globalThis;
  const sent: { token: string | null; answer: (status: number, body: object) => void }[] = [];
  const turns: Turn[] = [];
  let session: typeof import("../../../web/src/lib/session.ts");
  before(async () => {
    Object.assign(globalThis, {
      document: { baseURI: "http://127.0.0.1/", querySelector: () => ({}) },
      BroadcastChannel: class {
        postMessage() {}
      },
      fetch: (_: string, { headers }: RequestInit) =>
        new Promise((resolve) => {
          sent.push({
            token: new Headers(headers).get("x-csrf-token"),
            answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
          });
        }),
    });
    session = await import("../../../web/src/lib/session.ts");
    session.whenTurned((turn) => void turns.push(turn));
  });
  beforeEach(() => {
    sent.length = 0;
    turns.length = 0;
  });
  after(() => {
    Object.assign(globalThis, { fetch, BroadcastChannel });
    Reflect.deleteProperty(globalThis, "document");
  });
  const read = async (user: object) => {
    const answer = session.readSession();
    sent.at(-1)?.answer(200, { user, csrfToken: "newest" });
    return answer;
  };

  it("is not ended by an older answer that arrives later, also not by one from before signing out", async () => {
    const older = session.readSession();
    const newer = await read(ANN);
    sent[0]?.answer(401, { error: "Sign in first." });
    expect([await older, turns]).to.deep.equal([newer, ["kept"]]);
    const late = session.readSession();
    const out = session.signOut();
    expect(sent.map(({ token }) => token)).to.deep.equal([null, null, null, "newest"]);
    sent[3]?.answer(200, { success: true });
    await out;
    sent[2]?.answer(200, { user: ANN, csrfToken: "old" });
    expect([await late, turns]).to.deep.equal([null, ["kept", "left"]]);
  });

  it("keeps the page of a person who gets another role, but not for another person", async () => {
    const pages = [];
    for (const user of [ANN, { ...ANN, role: "viewer" }, { ...ANN, id: "usr_ben" }])
      pages.push((await read(user))?.page);
    expect([pages, turns]).to.deep.equal([
      [0, 0, 1],
      ["kept", "moved", "left"],
    ]);
  });
});
