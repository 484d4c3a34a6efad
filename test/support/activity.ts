// Runs a function in a mock activity context, so that it can send heartbeats.
import { MockActivityEnvironment } from "@temporalio/testing";

/** `attempt` counts from 1. */
export async function withActivity<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  return new MockActivityEnvironment({ attempt }).run(work);
}
