import { expect } from "chai";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { createSession, type SessionState, sharedSession } from "../../../browsers/page/session.ts";

const state = (secret: string): SessionState => ({ cookies: [], headers: {}, stored: {}, secrets: [secret] });
const signal = new AbortController().signal;

describe("a session that visits share", () => {
  it("is made once for all who ask at the same time, and again when the site does not accept it", async () => {
    const session = createSession({});
    let made = 0;
    const make = async () => state(`token-${++made}`);
    const all = await Promise.all([1, 2, 3].map(() => session.open(make, signal)));
    expect(all.map(({ isNew }) => isNew)).to.deep.equal([true, false, false]);
    expect(made).to.equal(1);
    const [first] = all;
    session.expire(first!.state);
    const next = await session.open(make, signal);
    // A holder of the old state does not expire the new one.
    session.expire(first!.state);
    expect((await session.open(make, signal)).state).to.equal(next.state);
    expect(made).to.equal(2);
    expect(session.secrets()).to.deep.equal(["token-2", "token-1"]);
  });

  it("that was refused is not asked for again at once, so that no account is locked", async () => {
    let now = 0;
    let asked = 0;
    const session = createSession({}, { now: () => now, refusedMs: 1_000, failedMs: 100 });
    const fail = (data: { status?: number }) => async () => {
      asked += 1;
      throw new CaptureFailure("sign_in_failed", "No.", data);
    };
    const told = (data: { status?: number }) => session.open(fail(data), signal).catch((error: Error) => error.message);
    expect(await Promise.all([told({ status: 401 }), told({ status: 401 })])).to.deep.equal(["No.", "No."]);
    expect(asked).to.equal(1);
    now = 1_000;
    await told({});
    now = 1_099;
    await told({});
    expect(asked).to.equal(2);
    now = 1_100;
    expect((await session.open(async () => state("t"), signal)).isNew).to.equal(true);
  });

  it("whose maker was cancelled is made by the next one who waits", async () => {
    const session = createSession({});
    const gone = new AbortController();
    const first = session.open(
      (given) =>
        new Promise((_resolve, reject) => given.addEventListener("abort", () => reject(given.reason), { once: true })),
      gone.signal,
    );
    const second = session.open(async () => state("t"), signal);
    gone.abort(new Error("cancelled"));
    expect(await first.catch((error: Error) => error.message)).to.equal("cancelled");
    expect((await second).isNew).to.equal(true);
  });

  it("is made anew after its time", async () => {
    let now = 0;
    const session = createSession({}, { now: () => now, keepMs: 10 });
    await session.open(async () => state("a"), signal);
    now = 10;
    expect((await session.open(async () => state("b"), signal)).state.secrets).to.deep.equal(["b"]);
  });

  it("is another one for another access", () => {
    const make = () => createSession({});
    expect(sharedSession("env one", make)).to.equal(sharedSession("env one", make));
    expect(sharedSession("env two", make)).not.to.equal(sharedSession("env one", make));
  });
});
