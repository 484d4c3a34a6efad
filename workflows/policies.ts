// Retry and timeout policies by kind of work, for all activities.

import type { RetryPolicy } from "@temporalio/common";
import type { ActivityOptions } from "@temporalio/workflow";
import { ActivityCancellationType } from "@temporalio/workflow";
import { FAILURES } from "../domain/workflowNames.ts";

const RETRY_BROWSER = {
  maximumAttempts: 3,
  initialInterval: "1s",
  backoffCoefficient: 2,
  // Freeing disk space takes a person; a browser should not be kept busy until then.
  nonRetryableErrorTypes: [FAILURES.invalid, FAILURES.storageFull],
} satisfies RetryPolicy;

// The database may be unavailable for a minute or more; writes succeed when it is back.
const RETRY_DATABASE = {
  initialInterval: "500ms",
  maximumInterval: "10s",
  backoffCoefficient: 2,
  nonRetryableErrorTypes: [FAILURES.invalid],
} satisfies RetryPolicy;

/**
 * Every activity sends heartbeats twice a second, whatever it does (workers/beats.ts), so a lost worker is noticed after 10 s without one,
 * and a live worker is taken for lost only if its event loop is blocked for that long. WAIT_CANCELLATION_COMPLETED must be set: the SDK's
 * actual default behaves like TRY_CANCEL, and a browser context would outlive its run.
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
   * The engine ends an attempt after 150 s and makes up to three if browsers crash; the rest is for waiting until other activities
   * suspected of causing a crash have had their browsers.
   */
  capture: heartbeating("900s", RETRY_BROWSER),
  /**
   * One page of an audit: three visits (privacy), or one per trigger, given up after 8 minutes (tracking). A visit is repeated if its
   * browser crashes.
   */
  gather: heartbeating("1200s", RETRY_BROWSER),
  /** One attempt of a scenario: up to 10 minutes of steps and 2 minutes around them, repeated if its browser crashes. */
  scenario: heartbeating("2400s", RETRY_BROWSER),
  /** Judging one page: pure rules between database calls. */
  judge: heartbeating("120s", { ...RETRY_DATABASE, maximumAttempts: 4 }),
  /** Lighthouse on one page: up to 5 runs of 15 to 60 s, plus waiting until nothing else runs on the host. */
  measure: heartbeating("900s", RETRY_BROWSER),
  /**
   * Checks of the whole site: a polite fetcher takes its time and limits it itself. Attempts that find other activities at the site end
   * immediately, so the activity limits the number of real attempts itself (activities/site/siteTurn.ts), and only the total time is
   * limited here.
   */
  site: { ...heartbeating("900s", RETRY_DATABASE), scheduleToCloseTimeout: "43200s" },
  /** Merging the findings of a whole run by their causes. */
  merge: heartbeating("900s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /** Inspecting a page while somebody waits: one visit of at most 60 s and, for a scenario, two captures after it. */
  look: heartbeating("115s", { ...RETRY_BROWSER, maximumAttempts: 2 }),
  /** A turn of a recording, while somebody waits. Not retried if the worker is lost, because the caller's next turn repeats everything. */
  turn: heartbeating("110s", { maximumAttempts: 1 }),
  /**
   * A batch of a crawl: 25 pages one after the other, 10 s apart if robots.txt requires it. The activity itself waits for the database
   * during an outage, for 20 minutes per attempt; retries are for lost workers and real errors. Attempts that find other activities at the
   * site do not count, as above.
   */
  crawl: { ...heartbeating("3000s", RETRY_DATABASE), scheduleToCloseTimeout: "86400s" },
  /** The end of a crawl does not access the site. */
  crawlEnd: heartbeating("3000s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /**
   * A batch of an exploration: 40 paths of a few seconds each, or what is left of a minute. The activity itself detects what makes
   * browsers crash; retries are for lost workers.
   */
  explore: heartbeating("900s", { ...RETRY_DATABASE, maximumAttempts: 10 }),
  /** One comparison. */
  compare: heartbeating("60s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** A batch of comparisons: 50 of some 100 ms each, plus reading their screenshots. */
  recompare: heartbeating("300s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** Requests to a ticket system: three attempts of 15 s within the activity; the system may stay unavailable. Or a question to a model, for 60 s. */
  ticket: heartbeating("180s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /**
   * One attempt to send a message. The receiver has 15 s (`DELIVERY_ANSWER_MS`), a mail server 100 s for all its steps (`SENDING_MS`);
   * before it sends, an attempt may wait as long for one whose worker was considered lost. A worker counts as lost only after 30 s without
   * a heartbeat, because a repeated attempt sends again.
   */
  deliver: { ...heartbeating("300s", RETRY_DATABASE), heartbeatTimeout: "30s" },
  /** A step of a cleanup: reads everything that refers to artifacts, or deletes for as long as that takes. What a lost worker did stays done. */
  cleanup: heartbeating("21600s", { ...RETRY_DATABASE, maximumAttempts: 20 }),
  /** The end of a cleanup: counts all artifacts. Retried without limit, because it must be written however long the database is unavailable. */
  cleanupEnd: heartbeating("21600s", RETRY_DATABASE),
  /** A few database calls. */
  database: heartbeating("60s", RETRY_DATABASE),
  /** Starting the runs of a schedule, at most eight; each may wait 10 s for Temporal. */
  start: heartbeating("180s", RETRY_DATABASE),
  /** A report, printed by a browser if it is a PDF, while somebody waits. */
  report: heartbeating("180s", { maximumAttempts: 3, nonRetryableErrorTypes: [FAILURES.invalid] }),
  /** One comparison for a waiting test, which gets the error after three failures. */
  verdict: heartbeating("30s", { ...RETRY_DATABASE, maximumAttempts: 3 }),
  /** One diff picture, which takes a second, while somebody waits. */
  picture: heartbeating("60s", { maximumAttempts: 3, nonRetryableErrorTypes: [FAILURES.invalid] }),
  /** One round of the reconciler; the next round makes up for a failed one. With thousands of running runs it takes minutes. */
  reconcile: heartbeating("240s", { maximumAttempts: 1 }),
  /** Closing a page of a recording, by the worker that has it. If that worker is gone, the page closes when its own time is up. */
  close: { ...heartbeating("10s", { maximumAttempts: 1 }), heartbeatTimeout: "5s" },
} satisfies Record<string, ActivityOptions>;
