// Runs a function as if it were an activity: with a context that heartbeats go to.
import { MockActivityEnvironment } from "@temporalio/testing";

/** `attempt` from 1. */
export async function withActivity<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  return new MockActivityEnvironment({ attempt }).run(work);
}
