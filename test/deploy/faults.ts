// Series of a healthy service, and of each fault that an alert rule covers: one value per minute for an hour and a half.

export type Series = Record<string, string>;

const STEADY = (value: number) => `${value}+0x90`;
/** A counter that grows by this much per minute. */
const GROWING = (by: number) => `0+${by}x90`;

const latency = (under60: number, over60: number): Series =>
  Object.fromEntries(
    [
      ["1", under60],
      ["60", under60],
      ["300", under60 + over60],
      ["+Inf", under60 + over60],
    ].map(([le, by]) => [
      `temporal_activity_schedule_to_start_latency_seconds_bucket{job="plumbline-worker",instance="w",task_queue="browser",le="${le}"}`,
      GROWING(Number(by)),
    ]),
  );

const attempts = (completed: number, failed: number): Series => ({
  'plumbline_activity_attempts_total{job="plumbline-worker",instance="w",activity="captureShot",outcome="completed"}':
    GROWING(completed),
  'plumbline_activity_attempts_total{job="plumbline-worker",instance="w",activity="captureShot",outcome="failed"}':
    GROWING(failed),
});

const runs = (completed: number, failed: number, cancelled = 5): Series => ({
  'plumbline_runs_ended_total{job="plumbline-worker",instance="w",status="cancelled"}': GROWING(cancelled),
  'plumbline_runs_ended_total{job="plumbline-worker",instance="w",status="completed"}': GROWING(completed),
  'plumbline_runs_ended_total{job="plumbline-worker",instance="w",status="failed"}': GROWING(failed),
});

const disk = (free: number, size = 100e9, instance = "w"): Series => ({
  [`plumbline_disk_free_bytes{job="plumbline-worker",instance="${instance}"}`]: STEADY(free),
  [`plumbline_disk_size_bytes{job="plumbline-worker",instance="${instance}"}`]: STEADY(size),
});

export const WELL: Series = {
  'up{job="plumbline-api",instance="a"}': STEADY(1),
  'up{job="plumbline-worker",instance="w"}': STEADY(1),
  'up{job="other",instance="x"}': STEADY(0),
  'plumbline_build_info{job="plumbline-api",instance="a",version="0.1.0"}': STEADY(1),
  'plumbline_build_info{job="plumbline-worker",instance="w",version="0.1.0"}': STEADY(1),
  'plumbline_database_up{job="plumbline-api",instance="a"}': STEADY(1),
  'plumbline_database_ping_seconds{job="plumbline-api",instance="a"}': STEADY(0.002),
  'plumbline_temporal_up{job="plumbline-api",instance="a"}': STEADY(1),
  'plumbline_artifact_store_up{job="plumbline-api",instance="a"}': STEADY(1),
  'plumbline_queue_served{job="plumbline-api",instance="a",queue="browser"}': STEADY(1),
  'plumbline_queue_served{job="plumbline-api",instance="a",queue="lab"}': STEADY(1),
  'plumbline_queue_oldest_task_seconds{job="plumbline-api",instance="a",queue="browser",kind="activity"}': STEADY(30),
  'temporal_long_request_failure_total{job="plumbline-worker",instance="w",operation="poll_workflow_task_queue"}':
    GROWING(1),
  'plumbline_reconciled_total{job="plumbline-worker",instance="w",deed="restarted"}': STEADY(1),
  'plumbline_notification_tries_total{job="plumbline-worker",instance="w",outcome="again"}': GROWING(1),
  'plumbline_notification_tries_total{job="plumbline-worker",instance="w",outcome="never"}': STEADY(2),
  'plumbline_notification_tries_total{job="plumbline-worker",instance="w",outcome="unwanted"}': GROWING(1),
  'plumbline_schedule_dues_total{job="plumbline-api",instance="a",outcome="missed"}': STEADY(1),
  'plumbline_schedule_dues_total{job="plumbline-api",instance="a",outcome="started"}': GROWING(1),
  'plumbline_http_requests_total{job="plumbline-api",instance="a",status="200"}': GROWING(100),
  'plumbline_http_requests_total{job="plumbline-api",instance="a",status="503"}': GROWING(1),
  'nodejs_eventloop_lag_p99_seconds{job="plumbline-api",instance="a"}': STEADY(0.02),
  ...latency(99.5, 0.1),
  ...attempts(60, 3),
  ...runs(2, 0.1),
  ...disk(50e9),
  // A small volume is not "nearly full" while it is empty.
  ...disk(0.9e9, 1e9, "small"),
};

const tries = (outcome: string): Series => ({
  [`plumbline_notification_tries_total{job="plumbline-worker",instance="w",outcome="${outcome}"}`]: GROWING(0.2),
});

/** What differs while the alert's own fault lasts; several faults are tried separately. */
export const FAULTS: Record<string, Series | Series[]> = {
  PlumblineDown: { 'up{job="plumbline-worker",instance="w"}': STEADY(0) },
  PlumblineDatabaseDown: {
    'plumbline_database_up{job="plumbline-api",instance="a"}': STEADY(0),
    'plumbline_database_ping_seconds{job="plumbline-api",instance="a"}': STEADY(3),
  },
  PlumblineDatabaseSlow: { 'plumbline_database_ping_seconds{job="plumbline-api",instance="a"}': STEADY(0.9) },
  PlumblineTemporalDown: { 'plumbline_temporal_up{job="plumbline-api",instance="a"}': STEADY(0) },
  PlumblineArtifactStoreDown: { 'plumbline_artifact_store_up{job="plumbline-api",instance="a"}': STEADY(0) },
  PlumblineNoWorker: [
    {
      'plumbline_queue_served{job="plumbline-api",instance="a",queue="browser"}': STEADY(0),
      'plumbline_queue_oldest_task_seconds{job="plumbline-api",instance="a",queue="browser",kind="activity"}':
        GROWING(60),
    },
    // At one location: waiting work there is not reported a second time.
    {
      'plumbline_queue_served{job="plumbline-api",instance="a",queue="browser@eu"}': STEADY(0),
      'plumbline_queue_oldest_task_seconds{job="plumbline-api",instance="a",queue="browser@eu",kind="activity"}':
        GROWING(60),
    },
  ],
  PlumblineQueueWaits: [
    {
      'plumbline_queue_oldest_task_seconds{job="plumbline-api",instance="a",queue="browser",kind="activity"}':
        STEADY(1_200),
    },
    // At one location, which has its worker.
    {
      'plumbline_queue_served{job="plumbline-api",instance="a",queue="browser@eu"}': STEADY(1),
      'plumbline_queue_oldest_task_seconds{job="plumbline-api",instance="a",queue="browser@eu",kind="activity"}':
        STEADY(1_200),
    },
  ],
  PlumblineSlowStart: latency(90, 10),
  PlumblinePollsFail: {
    'temporal_long_request_failure_total{job="plumbline-worker",instance="w",operation="poll_workflow_task_queue"}':
      GROWING(30),
  },
  PlumblineWorkLost: {
    'plumbline_reconciled_total{job="plumbline-worker",instance="w",deed="restarted"}': GROWING(0.2),
  },
  PlumblineDiskLow: [disk(9e9), disk(1.9e8, 1e9, "small")],
  PlumblineDiskFull: disk(5e7),
  PlumblineActivityFails: attempts(10, 50),
  // Regardless of how many more were cancelled.
  PlumblineRunsFail: runs(1, 1, 50),
  PlumblineNotificationsFail: ["never", "off", "gaveUp"].map(tries),
  PlumblineSchedulesMissed: {
    'plumbline_schedule_dues_total{job="plumbline-api",instance="a",outcome="missed"}': GROWING(0.1),
  },
  PlumblineErrors: { 'plumbline_http_requests_total{job="plumbline-api",instance="a",status="503"}': GROWING(20) },
  PlumblineEventLoopHeld: { 'nodejs_eventloop_lag_p99_seconds{job="plumbline-api",instance="a"}': STEADY(2) },
  PlumblineVersionsDiffer: {
    'plumbline_build_info{job="plumbline-worker",instance="w",version="0.1.0"}': "_x90",
    'plumbline_build_info{job="plumbline-worker",instance="w",version="0.2.0"}': STEADY(1),
  },
};
