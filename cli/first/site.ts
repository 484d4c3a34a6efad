// Checks the site from this computer before anything is started: whether it answers, and with a page.
import { CLIENT_EXIT, ClientError, wrongUse } from "../client/exit.ts";
import { codeOf } from "../client/service.ts";
import { ANSWER_MS } from "../local/site.ts";

/** Time after which the person learns what is being waited for. */
const SLOW_MS = 3_000;
const MAX_HOPS = 5;
/** Statuses of a site that requires authentication. */
const CLOSED = new Set([401, 403, 407]);
const DOES_NOT_EXIST = /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/;
const UNKNOWN_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;
/** Error codes if something other than HTTP answers, e.g. at a wrong port. */
const NOT_HTTP = /^(HPE_|UND_ERR_SOCKET|ERR_SSL|EPROTO|ECONNRESET)/;

/** Returns the URL to test. Throws ClientError (2) if it is not an http(s) URL. `option`: the one that it was given as. */
export function siteAddress(text: string, option = "--url"): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (
    !url ||
    url.hostname === "" ||
    !/^https?:$/.test(url.protocol) ||
    /^[a-z]+:\/\//i.test(text) !== /^https?:/i.test(text)
  )
    throw wrongUse(`${option} takes the address of the site, such as http://localhost:3000, not "${text}".`);
  if (url.username || url.password)
    throw wrongUse(`${option} must not hold a password: store the access of a protected site with its environment.`);
  return url.origin + url.pathname;
}

/** Throws ClientError (2) that says what is wrong with the site and what to do. `note` gets problems that do not prevent the test. */
export async function checkSite(
  site: string,
  signal: AbortSignal,
  note: (line: string) => void,
  answerMs = ANSWER_MS,
): Promise<void> {
  const slow = setTimeout(() => note(`Waiting for ${site} to answer.`), SLOW_MS);
  try {
    await followSite(site, signal, note, answerMs);
  } finally {
    clearTimeout(slow);
  }
}

async function followSite(site: string, signal: AbortSignal, note: (line: string) => void, answerMs: number) {
  const late = AbortSignal.timeout(answerMs);
  let at = site;
  for (let hops = 0; ; hops += 1) {
    const answer = await ask(at, AbortSignal.any([signal, late])).catch((error: unknown) => {
      signal.throwIfAborted();
      return late.aborted ? silent(at, answerMs) : failureOf(at, error);
    });
    if (answer instanceof ClientError) throw answer;
    if (answer === null) return note(`${at} has a certificate that this computer does not know.`);
    const { status, location, type } = answer;
    if (location === null) return judge(at, status, type);
    const to = URL.parse(location, at);
    if (to === null || hops === MAX_HOPS) throw siteError(`${site} redirects without end.`);
    if (to.host !== new URL(site).host || to.protocol !== new URL(site).protocol)
      throw siteError(
        `${site} redirects to ${to.origin}, which is another site: pass --url ${to.origin}${to.pathname}`,
      );
    at = to.href;
  }
}

async function ask(url: string, signal: AbortSignal) {
  const { status, headers, body } = await fetch(url, {
    redirect: "manual",
    headers: { accept: "text/html,*/*;q=0.8" },
    signal,
  });
  await body?.cancel();
  const location = status >= 300 && status < 400 ? headers.get("location") : null;
  return { status, location, type: headers.get("content-type") ?? "" };
}

function judge(at: string, status: number, type: string): void {
  if (CLOSED.has(status))
    throw siteError(
      `${at} requires a sign-in (HTTP ${status}). init tests open sites; a protected one needs a project with access data: see docs/sites.md.`,
    );
  if (status >= 500)
    throw siteError(`${at} answers HTTP ${status}: its server has an error. Fix it, then run this again.`);
  if (status < 200 || status >= 300)
    throw siteError(`${at} answers HTTP ${status}: pass the address of a page that exists.`);
  if (!/html/i.test(type))
    throw siteError(`${at} answers with ${type.split(";")[0] || "no type"}, not with a page. Is the port right?`);
}

/** Returns null if only the site's certificate is unknown. */
function failureOf(at: string, error: unknown): ClientError | null {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = codeOf(error);
  if (UNKNOWN_CERTIFICATE.test(code)) return null;
  const { host, hostname } = new URL(at);
  if (DOES_NOT_EXIST.test(code)) return siteError(`There is no host ${hostname}: check the address.`);
  if (NOT_HTTP.test(code) || (cause instanceof Error && cause.name === "HTTPParserError"))
    return siteError(`Something answers at ${host}, but it does not speak HTTP. Is the port right?`);
  return siteError(`Nothing answers at ${at} (${code || "no connection"}). Start the site, or check host and port.`);
}

const silent = (at: string, answerMs: number): ClientError =>
  siteError(`${at} did not answer within ${answerMs / 1_000} s. Is the site up, and the port right?`);

const siteError = (message: string): ClientError => new ClientError(CLIENT_EXIT.usage, "site", message);
