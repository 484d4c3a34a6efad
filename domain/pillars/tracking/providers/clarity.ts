// Microsoft Clarity: reports only that it records and for which project, not what it records.
import { addressOf, automaticEvent, goesTo, jsonOf, objectOf, type Provider, textOf } from "./provider.ts";

export const clarity: Provider = {
  id: "clarity",
  label: "Microsoft Clarity",
  matches: (request) => goesTo(request, ["clarity.ms"], /^\/(?:collect|tag\/[\w-]+|c\.gif)\/?$/),
  parse(request) {
    const path = addressOf(request)?.pathname ?? "";
    const [, tag] = /^\/tag\/([\w-]+)/.exec(path) ?? [];
    if (tag !== undefined) return [{ ...automaticEvent("container", tag), kind: "container" }];
    if (!/^\/collect/.test(path)) return [];
    // The first part of the envelope: version, sequence, …, project at index 4. The body is often compressed and not read.
    const { e } = objectOf(jsonOf(request.body));
    return [automaticEvent("recording", Array.isArray(e) ? textOf(e[4]) : "")];
  },
};
