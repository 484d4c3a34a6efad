// Extracts a session from the response of a sign-in call: its cookies, and the values that the access names.
import { Cookie, type CookieJar } from "tough-cookie";
import type { SiteEntry } from "../../browsers/page/access.ts";
import type { CaptureFailure } from "../../browsers/page/failures.ts";
import type { SessionCookie, SessionState } from "../../browsers/page/session.ts";
import { placed, type TokenPlace } from "../../domain/signIn/call.ts";
import { CALL_FAILURES, fieldsOf } from "../../domain/signIn/failures.ts";
import { isToken, textsOfItem } from "../../domain/signIn/secrets.ts";
import { valueAt } from "../../domain/signIn/tokenPath.ts";

export type Answered = {
  answer: { status: number; body: Buffer };
  /** Includes the cookies of every hop. */
  jar: CookieJar;
  where: string;
  /** The site's message, masked. */
  said: string;
  failed(message: string, status?: number): CaptureFailure;
};

/** Throws `failed` if the response contains no session. */
export function sessionOf({ origin, signInCall }: SiteEntry, answered: Answered): SessionState {
  const { answer, jar, where, failed } = answered;
  const take = signInCall?.take ?? [];
  const cookies = cookiesOf(jar);
  const { status } = answer;
  if (take.length === 0 && cookies.length === 0) throw failed(CALL_FAILURES.noCookie({ where, status }), status);
  const state: SessionState = {
    cookies,
    headers: {},
    stored: { [origin]: { localStorage: {}, sessionStorage: {} } },
    secrets: cookies.map(({ value }) => value).filter(isToken),
  };
  const parsed = take.length > 0 ? parse(answered) : null;
  for (const one of take) put(state, origin, one, tokenOf(parsed, one, answered));
  return state;
}

function parse({ answer, where, failed }: Answered): unknown {
  try {
    return JSON.parse(answer.body.toString("utf8"));
  } catch {
    throw failed(CALL_FAILURES.notJson({ where }), answer.status);
  }
}

function tokenOf(parsed: unknown, { path }: TokenPlace, { answer, where, said, failed }: Answered): string {
  const found = valueAt(parsed, path);
  const text = typeof found === "object" && found !== null ? JSON.stringify(found) : String(found ?? "");
  if (text !== "") return text;
  throw failed(CALL_FAILURES.noToken({ where, path, said, fields: fieldsOf(parsed) }), answer.status);
}

function put(state: SessionState, origin: string, place: TokenPlace, token: string): void {
  const value = placed(place, token);
  const { name } = place;
  state.secrets.push(...textsOfItem(token), value);
  if (place.in === "header") state.headers[name] = value.replace(/[\r\n]/g, "");
  else if (place.in === "cookie") state.cookies.push(ownCookie(origin, name, value));
  else state.stored[origin] = withItem(state, origin, place.in, { [name]: value });
}

function withItem(
  { stored }: SessionState,
  origin: string,
  area: "localStorage" | "sessionStorage",
  item: Record<string, string>,
): SessionState["stored"][string] {
  const { localStorage = {}, sessionStorage = {} } = stored[origin] ?? {};
  if (area === "localStorage") return { localStorage: { ...localStorage, ...item }, sessionStorage };
  return { localStorage, sessionStorage: { ...sessionStorage, ...item } };
}

const SAME_SITE: Readonly<Record<string, SessionCookie["sameSite"]>> = { strict: "Strict", none: "None" };

/** Returns the cookies that the site has not deleted again. */
function cookiesOf(jar: CookieJar): SessionCookie[] {
  const { cookies = [] } = jar.serializeSync() ?? {};
  return cookies.flatMap((one): SessionCookie[] => {
    const cookie = Cookie.fromJSON(one);
    if (!cookie?.domain) return [];
    const { key, value, domain, path, hostOnly, secure, httpOnly, sameSite } = cookie;
    const ends = cookie.expiryTime() ?? Number.POSITIVE_INFINITY;
    if (ends <= Date.now()) return [];
    return [
      {
        name: key,
        value,
        domain: hostOnly ? domain : `.${domain}`,
        path: path ?? "/",
        secure,
        httpOnly,
        sameSite: SAME_SITE[sameSite ?? ""] ?? "Lax",
        expires: Number.isFinite(ends) ? ends / 1_000 : -1,
      },
    ];
  });
}

function ownCookie(origin: string, name: string, value: string): SessionCookie {
  const { hostname, protocol } = new URL(origin);
  const secure = protocol === "https:";
  return { name, value, domain: hostname, path: "/", secure, httpOnly: false, sameSite: "Lax", expires: -1 };
}
