// LaunchDarkly: custom events as JSON. Flags are streamed (EventSource), with the context of the requester.
import {
  addressOf,
  automaticEvent,
  isHost,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  type TrackingRequest,
  textOf,
} from "./provider.ts";

const EVENTS = /^\/(?:mobile\/)?events\/(?:bulk|diagnostic)\/([\w-]+)$/;
const STREAM = /^\/(?:eval|meval|ping)\/([\w-]+)/;

export const launchDarkly: Provider = {
  id: "launchdarkly",
  label: "LaunchDarkly",
  matches: (request) => isOurs(request) && (EVENTS.test(pathOf(request)) || STREAM.test(pathOf(request))),
  parse(request) {
    const stream = STREAM.exec(pathOf(request))?.[1];
    if (stream !== undefined) return [automaticEvent("stream", stream)];
    const account = EVENTS.exec(pathOf(request))?.[1] ?? "";
    return listOf(jsonOf(request.body)).flatMap((one) => {
      const event = objectOf(one);
      const kind = textOf(event.kind);
      if (kind === "custom" && textOf(event.key) !== "")
        return [
          {
            name: textOf(event.key),
            account,
            page: textOf(event.url) || null,
            parameters: objectOf(event.data),
            typed: true,
          },
        ];
      // Evaluated flags, views and clicks that are goals of an experiment, and diagnostics of the library.
      return kind === "" ? [] : [automaticEvent(kind, account, textOf(event.url) || null)];
    });
  },
};

const pathOf = (request: TrackingRequest): string => addressOf(request)?.pathname ?? "";
const isOurs = (request: TrackingRequest): boolean =>
  ["launchdarkly.com", "launchdarkly.us"].some((domain) => isHost(addressOf(request)?.hostname ?? "", domain));
