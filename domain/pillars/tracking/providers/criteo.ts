// Criteo OneTag: /event with several events in p0, p1, …, each a list of fields.
import { fieldsOf, goesTo, MAX_EVENTS, type Provider, parametersOf } from "./provider.ts";

const NAMES: Readonly<Record<string, string>> = {
  vh: "viewHome",
  vp: "viewItem",
  vl: "viewList",
  vb: "viewBasket",
  vc: "trackTransaction",
  vpg: "viewPage",
  vs: "viewSearchResult",
};
const TECHNICAL: ReadonlySet<string> = new Set(["e", "tld", "dc"]);
/** Events in which the script describes itself and the visitor. */
const AUTOMATIC: ReadonlySet<string> = new Set(["exd", "dis", "ce", "m", "ui", "d", "cid"]);

export const criteo: Provider = {
  id: "criteo",
  label: "Criteo OneTag",
  matches: (request) => goesTo(request, ["criteo.com"], /^\/(?:m\/)?event\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    return [...fields]
      .filter(([name]) => /^p\d{1,3}$/.test(name))
      .slice(0, MAX_EVENTS)
      .flatMap(([, value]) => {
        const parts = new URLSearchParams(value);
        const code = parts.get("e") ?? "";
        if (code === "") return [];
        const parameters = parametersOf(parts, TECHNICAL);
        const place = { account: fields.get("a") ?? "", page: fields.get("fu"), typed: false };
        return [{ ...place, name: NAMES[code] ?? code, parameters, automatic: AUTOMATIC.has(code) }];
      });
  },
};
