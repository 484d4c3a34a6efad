// Signs in with an HTTP call by the service itself: what it sends goes only to the host of its address, and never into a log or an error.
import { CookieJar } from "tough-cookie";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { CaptureFailure, shownUrl } from "../../browsers/page/failures.ts";
import type { SessionState, SiteSession } from "../../browsers/page/session.ts";
import { createMasker, MissingValue } from "../../domain/functional/values.ts";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { type SignInCall, usesTotp } from "../../domain/signIn/call.ts";
import { CALL_FAILURES, whatItSaid } from "../../domain/signIn/failures.ts";
import { type CallValues, fillJson, fillTexts } from "../../domain/signIn/fill.ts";
import { secretsOfSignIn } from "../../domain/signIn/secrets.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import { headerText, type SafeFetchOptions, type SafeResponse } from "../../platform/net/safeFetch.ts";
import { visitorHeaders } from "../site/visitorHeaders.ts";
import { sessionOf } from "./sessionOf.ts";

export type Fetch = (url: string, options: Omit<SafeFetchOptions, "allowList" | "signal">) => Promise<SafeResponse>;

/** `url`, and `page` of the call, are absolute. `environment`: `{env.baseUrl}` and `{env.name}`. */
type Calling = {
  access: SiteEntry & { signInCall: NonNullable<SiteAccess["signInCall"]> };
  environment: { baseUrl: string; name: string };
  fetch: Fetch;
};

const CALL_MS = 15_000;
const BOUNDS = { followRedirects: false, timeoutMs: CALL_MS, maxBytes: 256 * 1024, overflow: "truncate" } as const;
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);
const MAX_REDIRECTS = 5;
/** Statuses with which a site may also reject a code that another worker has used. */
const MAY_BE_THE_CODE = new Set([400, 401, 403, 422]);

/** Throws CaptureFailure `sign_in_failed` with the reason if there is no session. */
export async function callSignIn(calling: Calling, session: SiteSession, signal: AbortSignal): Promise<SessionState> {
  const needsCode = usesTotp(calling.access.signInCall);
  const once = async () => callOnce(calling, needsCode ? await session.code(signal) : undefined);
  try {
    return await once();
  } catch (error) {
    if (!needsCode || !(error instanceof CaptureFailure)) throw error;
    if (!MAY_BE_THE_CODE.has(Number(error.reason.data?.status))) throw error;
    return once();
  }
}

async function callOnce({ access, environment, fetch }: Calling, totp: string | undefined): Promise<SessionState> {
  const { signInCall, secrets = {}, variables = {}, basicAuth } = access;
  const where = shownUrl(signInCall.url);
  const hidden = [...Object.values(secrets), ...secretsOfSignIn(access), basicAuth?.password ?? [], totp ?? []].flat();
  const mask = createMasker(hidden);
  const failed = (message: string, status?: number): CaptureFailure =>
    new CaptureFailure("sign_in_failed", mask(message), status === undefined ? {} : { status });
  const jar = new CookieJar();
  const values: CallValues = { env: { ...environment, ...variables }, secrets, totp };
  try {
    const needsAnswer = (signInCall.take ?? []).length > 0;
    const answer = await ask(fetch, requestOf(access, values), { jar, needsAnswer, failed });
    const said = mask(whatItSaid(answer.body.toString("utf8"), headerText(answer.headers, "content-type") ?? ""));
    if (answer.status >= 400)
      throw failed(CALL_FAILURES.refused({ where, status: answer.status, said }), answer.status);
    return sessionOf(access, { answer, jar, where, said, failed });
  } catch (error) {
    throw explained(error, where, failed);
  }
}

type Asking = { url: string; method: string; headers: Record<string, string>; body: string | undefined };
type Failed = (message: string, status?: number) => CaptureFailure;

/** Adds the site-wide access headers if the call goes to the environment's own origin. */
function requestOf(access: Calling["access"], values: CallValues): Asking {
  const { method = "POST", url, headers: given = {}, json, form } = access.signInCall;
  const own = Object.entries(fillTexts(given, values)).map(([name, value]) => [name.toLowerCase(), value]);
  const body = bodyOf({ json, form }, values);
  return {
    url,
    method,
    headers: {
      accept: "application/json, */*;q=0.8",
      ...visitorHeaders(access, url),
      ...body.headers,
      ...Object.fromEntries(own),
    },
    body: body.text,
  };
}

function bodyOf(
  { json, form }: Pick<SignInCall, "json" | "form">,
  values: CallValues,
): { headers: Record<string, string>; text: string | undefined } {
  if (json !== undefined)
    return { headers: { "content-type": "application/json" }, text: JSON.stringify(fillJson(json, values)) };
  if (form === undefined) return { headers: {}, text: undefined };
  const text = new URLSearchParams(fillTexts(form, values)).toString();
  return { headers: { "content-type": "application/x-www-form-urlencoded" }, text };
}

/** `needsAnswer`: the last response contains the credentials; otherwise the first cookie is enough. */
type Following = { jar: CookieJar; needsAnswer: boolean; failed: Failed };

async function ask(
  fetch: Calling["fetch"],
  first: Asking,
  { jar, needsAnswer, failed }: Following,
): Promise<SafeResponse> {
  const where = shownUrl(first.url);
  let asking = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { url, method, body, headers: given } = asking;
    const cookie = [given.cookie ?? [], jar.getCookieStringSync(url) || []].flat().join("; ");
    const headers = cookie === "" ? given : { ...given, cookie };
    const answer = await fetch(url, { ...BOUNDS, method, headers, body });
    for (const set of answer.headers["set-cookie"] ?? []) jar.setCookieSync(set, url, { ignoreError: true });
    const { location } = answer.headers;
    const isRedirect = answer.status >= 300 && answer.status < 400 && location !== undefined;
    if (!isRedirect || (!needsAnswer && jar.getCookieStringSync(url) !== "")) return answer;
    const to = URL.parse(location, url);
    if (to === null || !staysOn(new URL(url), to))
      throw failed(CALL_FAILURES.otherHost({ where, host: to?.host ?? "" }));
    asking = KEEPS_METHOD.has(answer.status) ? { ...asking, url: to.href } : toGet(asking, to.href);
  }
  throw failed(CALL_FAILURES.redirects({ where }));
}

/** A redirect from http to https stays on the site; another port is another server. */
const staysOn = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (from.protocol === "http:" && to.hostname === from.hostname && to.protocol === "https:" && to.port === "");

function toGet({ headers: { "content-type": _, ...headers } }: Asking, url: string): Asking {
  return { url, method: "GET", headers, body: undefined };
}

function explained(error: unknown, where: string, failed: Failed): unknown {
  if (error instanceof MissingValue) return failed(CALL_FAILURES.missing({ reference: error.reference }));
  if (error instanceof AddressRefusedError) return failed(CALL_FAILURES.hostRefused({ host: error.host }));
  if (!(error instanceof RequestFailedError)) return error;
  if (error.kind === "timeout") return failed(CALL_FAILURES.timeout({ where, seconds: CALL_MS / 1_000 }));
  return failed(CALL_FAILURES.unreachable({ where }));
}
