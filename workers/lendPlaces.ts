// Each activity of the browser queue knows its place among the browsers, and lends it while its pages only wait.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { withPlace } from "../platform/pageWaits.ts";
import type { BrowserSlots } from "./browserSlots.ts";

export const lendPlaces =
  (slots: Pick<BrowserSlots, "place">): ActivityInterceptorsFactory =>
  () => ({
    inbound: {
      execute: (input, next) => withPlace(slots.place(), () => next(input)),
    } satisfies ActivityInboundCallsInterceptor,
  });
