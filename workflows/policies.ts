// Retry and time-out policies by kind of work: one table (architecture.md, durable rule 6).

import type { RetryPolicy } from "@temporalio/common";
import type { ActivityOptions } from "@temporalio/workflow";
import { ActivityCancellationType } from "@temporalio/workflow";
import { FAILURES } from "../domain/workflowNames.ts";

const RETRY_BROWSER = {
  maximumAttempts: 3,
  initialInterval: "1s",
  backoffCoefficient: 2,
  // Room on a disk takes somebody to make it: a browser is not kept busy until then.
  nonRetryableErrorTypes: [FAILURES.invalid, FAILURES.storageFull],
} satisfies RetryPolicy;

// The database may be away for a minute or more; its writes land when it is back.
const RETRY_DATABASE = {
  initialInterval: "500ms",
  maximumInterval: "10s",
  backoffCoefficient: 2,
  nonRetryableErrorTypes: [FAILURES.invalid],
} satisfies RetryPolicy;

/**
 * `capture`: the engine ends a try after 150 s, and makes up to three when browsers crash; the rest is for waiting until other
 * suspects of a crash have had their browsers. A lost worker is noticed after 10 s without a heartbeat.
 * WAIT_CANCELLATION_COMPLETED must be set: the SDK's real default behaves like TRY_CANCEL, and a context would outlive its run.
 */
export const POLICIES = {
  capture: {
    startToCloseTimeout: "900s",
    heartbeatTimeout: "10s",
    retry: RETRY_BROWSER,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /**
   * One page of an audit: three visits (privacy), or one for each trigger, given up after 8 minutes (tracking). A visit is made
   * again when its browser crashes.
   */
  gather: {
    startToCloseTimeout: "1200s",
    heartbeatTimeout: "10s",
    retry: RETRY_BROWSER,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /** Judging one page: pure rules between database calls. */
  judge: {
    startToCloseTimeout: "120s",
    heartbeatTimeout: "10s",
    retry: { ...RETRY_DATABASE, maximumAttempts: 4 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /** Lighthouse on one page: up to 5 runs of 15 to 60 s, and the wait until nothing else runs on the host. */
  measure: {
    startToCloseTimeout: "900s",
    heartbeatTimeout: "10s",
    retry: RETRY_BROWSER,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /** Over the whole site: a polite fetcher takes its time, and bounds it itself. */
  site: {
    startToCloseTimeout: "900s",
    heartbeatTimeout: "10s",
    retry: { ...RETRY_DATABASE, maximumAttempts: 3 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /** A look at a page for somebody who waits: one visit of 60 s at most, and for a scenario two captures after it. */
  look: {
    startToCloseTimeout: "115s",
    heartbeatTimeout: "10s",
    retry: { ...RETRY_BROWSER, maximumAttempts: 2 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  /**
   * A batch of a crawl: 25 pages, one after the other and 10 s apart where robots.txt wants that. An outage of the database is sat
   * out inside, for 20 minutes of each attempt: attempts are for workers that are lost, and for what is really wrong.
   */
  crawl: {
    startToCloseTimeout: "3000s",
    heartbeatTimeout: "10s",
    retry: { ...RETRY_DATABASE, maximumAttempts: 20 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  compare: {
    startToCloseTimeout: "60s",
    heartbeatTimeout: "10s",
    retry: { ...RETRY_DATABASE, maximumAttempts: 20 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
  database: {
    startToCloseTimeout: "60s",
    heartbeatTimeout: "10s",
    retry: RETRY_DATABASE,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  },
} satisfies Record<string, ActivityOptions>;
