// Sends heartbeats for every activity whose policy has a heartbeat timeout, so that none can forget to and be considered lost while it
// works.
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { withHeartbeat } from "../activities/heartbeat.ts";

export const beats: ActivityInterceptorsFactory = ({ info }) => ({
  inbound: {
    async execute(input, next) {
      return info.heartbeatTimeoutMs ? withHeartbeat(() => next(input)) : next(input);
    },
  } satisfies ActivityInboundCallsInterceptor,
});
