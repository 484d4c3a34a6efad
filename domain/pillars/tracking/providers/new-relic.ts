// New Relic Browser: its own measurements, and page actions that a site sends.
import {
  addressOf,
  automaticEvent,
  goesTo,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  type TrackingRequest,
  textOf,
  without,
} from "./provider.ts";

const PATH = /^\/(?:(events|jserrors|ins|resources|blob|browser\/blobs|browser\/logs)\/)?1?\/?([\w-]*)$/;
/** Path behind the site's own proxy (`init.proxy.beacon`), after any prefix. Browser keys begin like this. */
const OWN_PATH =
  /\/(?:(events|jserrors|ins|resources|blob|browser\/blobs|browser\/logs)\/)?1\/((?:NRJS-|NRBR-|[0-9a-f]{10})[\w-]*)$/;
/** Parameters that the agent adds to each URL: application, version, time since its start. */
const QUERY = ["a", "v", "rst", "ref"];
const TECHNICAL: ReadonlySet<string> = new Set([
  "eventType",
  "actionName",
  "timestamp",
  "timeSinceLoad",
  "currentUrl",
  "pageUrl",
  "referrerUrl",
  "browserWidth",
  "browserHeight",
  "sessionTraceId",
  "session",
  "deviceType",
  "userAgentName",
  "userAgentVersion",
  "userAgentOS",
]);

export const newRelic: Provider = {
  id: "new-relic",
  label: "New Relic Browser",
  matches: (request) => goesTo(request, ["nr-data.net"], PATH) || isProxied(request),
  parse(request) {
    const path = addressOf(request)?.pathname ?? "";
    const [, kind = "page", account = ""] = (isProxied(request) ? OWN_PATH : PATH).exec(path) ?? [];
    const actions = listOf(objectOf(jsonOf(request.body)).ins).flatMap((one) => {
      const action = objectOf(one);
      const name = textOf(action.actionName);
      const page = textOf(action.currentUrl) || textOf(action.pageUrl) || null;
      const parameters = without(action, (field) => TECHNICAL.has(field));
      return name === "" ? [] : [{ name, account, page, parameters, typed: true }];
    });
    return actions.length > 0 ? actions : [automaticEvent(kind, account)];
  },
};

function isProxied(request: TrackingRequest): boolean {
  const url = addressOf(request);
  return url !== null && OWN_PATH.test(url.pathname) && QUERY.every((name) => url.searchParams.has(name));
}
