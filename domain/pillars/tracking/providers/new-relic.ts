// New Relic Browser: measurements of its own, and the page actions that a site sends.
import {
  addressOf,
  automaticEvent,
  goesTo,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  textOf,
  without,
} from "./provider.ts";

const PATH = /^\/(?:(events|jserrors|ins|resources|blob|browser\/blobs)\/)?1?\/?([\w-]*)$/;
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
  matches: (request) => goesTo(request, ["nr-data.net"], PATH),
  parse(request) {
    const [, kind = "page", account = ""] = PATH.exec(addressOf(request)?.pathname ?? "") ?? [];
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
