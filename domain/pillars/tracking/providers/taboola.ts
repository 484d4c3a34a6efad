// The Taboola pixel: trc.taboola.com/<account>/log/3/unip with `en`.
import { addressOf, fieldsOf, goesTo, type Provider, parametersOf } from "./provider.ts";

const PATH = /^\/([\w-]+)\/log\/\d+\/(?:unip|u?nip|mark)\/?$/;
const TECHNICAL: ReadonlySet<string> = new Set(
  "en item-url tim vi ri sd ui cv ref mrir tos ssd scd it tb ex cmcv pi data nid id sid".split(" "),
);

export const taboola: Provider = {
  id: "taboola",
  label: "Taboola pixel",
  matches: (request) => goesTo(request, ["taboola.com"], PATH),
  parse(request) {
    const fields = fieldsOf(request);
    const name = fields.get("en") ?? "";
    if (name === "") return [];
    const account = PATH.exec(addressOf(request)?.pathname ?? "")?.[1] ?? "";
    const at = { account, page: fields.get("item-url"), typed: false };
    return [{ ...at, name, parameters: parametersOf(fields, TECHNICAL), automatic: name === "pre_d_eng_tb" }];
  },
};
