// The call that signs in, against a test server: what it returns, and why it returns nothing.
import { expect } from "chai";
import { callSignIn, type Fetch } from "../../../activities/signIn/callSignIn.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { createSession, type SessionState } from "../../../browsers/page/session.ts";
import type { SignInCall, TotpSettings } from "../../../domain/signIn/call.ts";
import { safeFetch } from "../../../platform/net/safeFetch.ts";
import { allow } from "../../platform/net/helpers.ts";
import { type GuardedSite, PASSWORD, startGuardedSite, TOTP, USER } from "../../support/guardedSite.ts";

describe("the call that signs in", function () {
  this.timeout(120_000);
  let site: GuardedSite;
  before(async () => {
    site = await startGuardedSite();
    const { port } = new URL(site.origin);
    site.on("/moved", (_request, response) => response.writeHead(307, { location: "/api/login" }).end());
    site.on("/away", (_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${port}/api/login?password=${PASSWORD}` }).end(),
    );
    site.on("/circle", (_request, response) => response.writeHead(302, { location: "/circle" }).end());
    site.on("/no-cookie", (_request, response) => response.writeHead(200).end("welcome"));
    site.on("/deletes", (_request, response) =>
      response.writeHead(200, { "set-cookie": "sid=gone; Max-Age=0; Path=/" }).end("{}"),
    );
    site.on("/foreign", (_request, response) =>
      response.writeHead(200, { "set-cookie": "sid=abcdefgh1; Domain=other.example" }).end("{}"),
    );
    site.on("/silent", () => undefined);
    site.on("/says-no", (_request, response) => response.writeHead(200).end('{"error":"Account is locked."}'));
  });
  after(() => site.close());

  const json = { user: USER, password: "{secret.password}" };
  const take = [{ path: "data.token", in: "localStorage", name: "token" }] satisfies SignInCall["take"];
  async function sign(
    call: Partial<SignInCall>,
    {
      password = PASSWORD,
      totp,
      hosts = [site.origin],
      ...rest
    }: Partial<SiteEntry> & { password?: string; hosts?: string[] } = {},
    timeoutMs?: number,
  ): Promise<SessionState> {
    const allowList = allow(hosts.map((url) => new URL(url).host).join(","));
    const fetch: Fetch = (url, options) =>
      safeFetch(url, { ...options, allowList, ...(timeoutMs ? { timeoutMs } : {}) });
    const { url = "/api/login", ...others } = call;
    const signInCall = { json, ...others, url: new URL(url, site.origin).href };
    const access = { origin: site.origin, secrets: { password }, totp, ...rest, signInCall };
    const environment = { baseUrl: site.origin, name: "Test" };
    return callSignIn({ access, environment, fetch }, createSession({ totp }), AbortSignal.timeout(60_000));
  }
  async function refusal(...args: Parameters<typeof sign>): Promise<string> {
    const error = await sign(...args).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CaptureFailure)) throw error ?? new Error("It signed in.");
    expect(error.reason.code).to.equal("sign_in_failed");
    const told = `${JSON.stringify(error.reason)} ${error.stack}`;
    for (const secret of [PASSWORD, "wrong-pass-20e1", TOTP.secret]) expect(told).not.to.include(secret);
    return error.message;
  }

  it("gives the cookies that the answer sets", async () => {
    const { cookies, headers, stored, secrets } = await sign({});
    const token = site.tokens.at(-1) ?? "";
    expect(cookies).to.deep.equal([
      {
        name: "sid",
        value: token,
        domain: "127.0.0.1",
        path: "/",
        secure: false,
        httpOnly: true,
        sameSite: "Lax",
        expires: -1,
      },
    ]);
    expect(headers).to.deep.equal({});
    expect(stored[site.origin]).to.deep.equal({ localStorage: {}, sessionStorage: {} });
    expect(secrets).to.include(token);
  });

  it("puts values of the answer into headers, cookies and storage", async () => {
    const state = await sign({
      take: [
        { path: "data.token", in: "header", name: "Authorization" },
        { path: "$.data.token", in: "cookie", name: "auth" },
        { path: "data", in: "localStorage", name: "persist:auth" },
        { path: "data['user'].name", in: "sessionStorage", name: "who", template: "I am {token}" },
      ],
    });
    const token = site.tokens.at(-1) ?? "";
    expect(state.headers).to.deep.equal({ Authorization: `Bearer ${token}` });
    expect(state.cookies.map(({ name, value }) => [name, value])).to.deep.include(["auth", token]);
    expect(state.stored[site.origin]).to.deep.equal({
      localStorage: { "persist:auth": JSON.stringify({ token, user: { name: "Robot" } }) },
      sessionStorage: { who: "I am Robot" },
    });
    expect(state.secrets).to.include.members([token, `Bearer ${token}`]);
  });

  it("sends a form, and follows a redirect on its own host", async () => {
    const form = { user: USER, password: "{secret.password}" };
    const byForm = await sign({ url: "/form-login", json: undefined, form, headers: { "X-No-Code": "1" } });
    expect(byForm.cookies.map(({ name }) => name)).to.deep.equal(["sid"]);
    const moved = await sign({ url: "/moved", take });
    expect(moved.stored[site.origin]?.localStorage.token).to.equal(site.tokens.at(-1));
  });

  it("sends a one-time code, each once", async () => {
    const call = { url: "/api/login-with-code", json: { ...json, code: "{totp}" } };
    const session = createSession({ totp: TOTP });
    const codes = [await session.code(AbortSignal.timeout(60_000)), await session.code(AbortSignal.timeout(60_000))];
    expect(codes[0]).not.to.equal(codes[1]);
    // The server has not seen these two codes, and accepts the next one generated.
    expect((await sign(call, { totp: TOTP })).cookies).to.have.length(1);
    // Another worker's session starts with a used code, so it generates the next one.
    expect((await sign(call, { totp: TOTP })).cookies).to.have.length(1);
  });

  const CASES: [what: string, call: Partial<SignInCall>, rest: Parameters<typeof sign>[1], says: RegExp][] = [
    [
      "a wrong secret",
      {},
      { password: "wrong-pass-20e1" },
      /^The sign-in call to http:\S+\/api\/login answered 401: "No account for ••••••"\. Check the secrets/,
    ],
    [
      "no cookie",
      { url: "/no-cookie" },
      {},
      /answered 200 and set no cookie\. If its answer contains a token, name it in signInCall\.take\./,
    ],
    ["a cookie that is deleted", { url: "/deletes" }, {}, /set no cookie/],
    ["a cookie of another site", { url: "/foreign" }, {}, /set no cookie/],
    [
      "a path that is not there",
      { take: [{ ...take[0]!, path: "data.tokn" }] },
      {},
      /holds no value at data\.tokn; its fields are data\. Correct the path/,
    ],
    ["an answer that says no", { url: "/says-no", take }, {}, /holds no value at data\.token: "Account is locked"\./],
    ["no JSON", { url: "/no-cookie", take }, {}, /did not answer with JSON/],
    [
      "a redirect to another host",
      { url: "/away" },
      {},
      /redirects to another host \(127\.0\.0\.2:\d+\), which does not get the secrets/,
    ],
    ["redirects without an end", { url: "/circle" }, {}, /redirects too often/],
    [
      "a host that may not be visited",
      {},
      { hosts: [] },
      /^The sign-in call was not made, because 127\.0\.0\.1 leads to an address .* SVC_ALLOWED_HOSTS/,
    ],
    [
      "nobody at home",
      { url: "http://127.0.0.1:9/" },
      { hosts: ["http://127.0.0.1:9"] },
      /the host could not be reached/,
    ],
    [
      "a secret that is missing",
      { json: "{secret.other}" },
      {},
      /uses \{secret\.other\}, which the environment does not have/,
    ],
    ["a code without its secret", { json: "{totp}" }, {}, /has no totp\. Add its secret/],
    [
      "a secret of codes that is not base32",
      { json: "{totp}" },
      { totp: { secret: "not base32!" } as TotpSettings },
      /TOTP secret of the environment is not base32/,
    ],
  ];
  for (const [what, call, rest, says] of CASES)
    it(`says that there is ${what}`, async () => expect(await refusal(call, rest)).to.match(says));

  it("says that nobody answers in time", async () => {
    expect(await refusal({ url: "/silent" }, {}, 200)).to.match(/\/silent did not answer within 15 s\.$/);
  });
});
