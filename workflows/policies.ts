// Retry and time-out policies by kind of work: one table for all activities.

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
 * Every activity heartbeats, twice a second, whatever it does (workers/beats.ts): a lost worker is noticed after 10 s without one, and
 * only a worker whose event loop stands still for as long is taken for lost. WAIT_CANCELLATION_COMPLETED must be set: the
 * SDK's real default behaves like TRY_CANCEL, and a context would outlive its run.
 */
const heartbeating = (startToCloseTimeout: `${number}s`, retry: RetryPolicy) =>
  ({
    startToCloseTimeout,
    heartbeatTimeout: "10s",
    retry,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  }) satisfies ActivityOptions;

export const POLICIES = {
  /**
   * The engine ends a try after 150 s, and makes up to three when browsers crash; the rest is for waiting until other suspects
   * of a crash have had their browsers.
   */
  capture: heartbeating("900s", RETRY_BROWSER),
  /**
   * One page of an audit: three visits (privacy), or one for each trigger, given up after 8 minutes (tracking). A visit is made
   * again when its browser crashes.
   */
  gather: heartbeating("1200s", RETRY_BROWSER),
  /** One attempt of a scenario: up to 10 minutes of steps and 2 around them, made again when its browser crashes. */
  scenario: heartbeating("2400s", RETRY_BROWSER),
  /** Judging one page: pure rules between database calls. */
  judge: heartbeating("120s", { ...RETRY_DATABASE, maximumAttempts: 4 }),
  /** Lighthouse on one page: up to 5 runs of 15 to 60 s, and the wait until nothing else runs on the host. */
  measure: heartbeating("900s", RETRY_BROWSER),
  /** Over the whole site: a polite fetcher takes its time, and bounds it itself. */
  site: heartbeating("900s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /** A look at a page for somebody who waits: one visit of 60 s at most, and for a scenario two captures after it. */
  look: heartbeating("115s", { ...RETRY_BROWSER, maximumAttempts: 2 }),
  /** A turn of a recording, for somebody who waits. A worker that is lost is not tried for: the caller's next turn does it all again. */
  turn: heartbeating("110s", { maximumAttempts: 1 }),
  /**
   * A batch of a crawl: 25 pages, one after the other and 10 s apart where robots.txt wants that. An outage of the database is sat
   * out inside, for 20 minutes of each attempt: attempts are for workers that are lost, and for what is really wrong.
   */
  crawl: heartbeating("3000s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /**
   * A batch of an exploration: 40 ways of some seconds each, or what is left of a minute. What kills browsers is distinguished
   * inside; attempts are for workers that are lost.
   */
  explore: heartbeating("900s", { ...RETRY_DATABASE, maximumAttempts: 10 }),
  /** One comparison. */
  compare: heartbeating("60s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** A batch of comparisons: 50 of some 100 ms each, and reading their pictures. */
  recompare: heartbeating("300s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** A ticket system is asked: three tries of 15 s inside, and it may stay away. */
  ticket: heartbeating("90s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /**
   * One try to send a message. The receiver has 15 s (`DELIVERY_ANSWER_MS`), a mail server 100 s for all its steps
   * (`SENDING_MS`); before it sends, a try may wait as long for one whose worker was taken for lost. A worker counts as lost only
   * after 30 s without a heartbeat, because a try that is made again sends again.
   */
  deliver: { ...heartbeating("300s", RETRY_DATABASE), heartbeatTimeout: "30s" },
  /**
   * A step of a cleanup: it reads all that names artifacts, or deletes for as long as that takes. What a lost worker did stays done.
   */
  cleanup: heartbeating("21600s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** The end of a cleanup: it counts all artifacts. It must come, however long the database is away. */
  cleanupEnd: heartbeating("21600s", RETRY_DATABASE),
  /** A few calls of the database. */
  database: heartbeating("60s", RETRY_DATABASE),
  /** Starting the runs of a schedule, eight at most; each may wait 10 s for Temporal. */
  start: heartbeating("180s", RETRY_DATABASE),
  /** A report, printed by a browser where it is a PDF; somebody waits. */
  report: heartbeating("180s", { maximumAttempts: 3, nonRetryableErrorTypes: [FAILURES.invalid] }),
  /** One comparison, for a test that waits: after three failures the test gets the error. */
  verdict: heartbeating("30s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /** One diff picture, which takes a second; somebody waits. */
  picture: heartbeating("60s", { maximumAttempts: 3, nonRetryableErrorTypes: [FAILURES.invalid] }),
  /** One round of the reconciler: a failed one is made good by the next. With thousands of runs in progress it takes minutes. */
  reconcile: heartbeating("240s", { maximumAttempts: 1 }),
  /** A page of a recording is closed by the worker that has it, and by its own time where that is gone. */
  close: { ...heartbeating("10s", { maximumAttempts: 1 }), heartbeatTimeout: "5s" },
} satisfies Record<string, ActivityOptions>;
