// Decides who may pass the front of Temporal's web interface. Pure functions of one request.

/** The relevant parts of a request; header names in lower case. */
export type UiRequest = { method: string; headers: Record<string, string | undefined> };
export type UiRefusal = { status: 401 | 403 | 421; reason: string };

const READING = new Set(["GET", "HEAD"]);

/**
 * Returns why a request is refused, or null to let it through. The interface has no authentication, so without this check any website
 * could use it through the operator's browser: under a host name that resolves to this machine, with a form or a script, or in a frame.
 */
export function refusalOf(request: UiRequest, at: { port: number; signedIn: boolean }): UiRefusal | null {
  const { host, origin, "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest } = request.headers;
  const own = [`127.0.0.1:${at.port}`, `localhost:${at.port}`];
  if (host === undefined || !own.includes(host.toLowerCase()))
    return { status: 421, reason: `Temporal's interface is at http://${own[0]}, and not under another name.` };
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return { status: 403, reason: "Pages of other origins may not use Temporal's interface." };
  const visit = READING.has(request.method) && mode === "navigate" && dest === "document";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !visit)
    return { status: 403, reason: "Pages of other origins may not use Temporal's interface." };
  if (mode === "navigate" && dest !== undefined && dest !== "document")
    return { status: 403, reason: "Temporal's interface may not be shown inside another page." };
  // Browsers send Origin or Sec-Fetch-Site with every request that changes something.
  if (!READING.has(request.method) && origin === undefined && site === undefined)
    return { status: 403, reason: "A request that changes something must name its origin." };
  if (!at.signedIn)
    return {
      status: 401,
      reason: "Open the link that `npm start` printed; `npm run -s admin -- temporal-ui` prints it again.",
    };
  return null;
}
