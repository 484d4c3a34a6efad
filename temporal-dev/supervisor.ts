// Keeps one process running: starts it, watches it, restarts it if it ends by itself or stops responding, and stops it on request.
import { type SilenceLimits, watchSilence } from "./silence.ts";

/** One launch of a program. */
export type Launched = {
  /** Id of the program's process (not of a guard around it), once known. */
  readonly pid: number | undefined;
  /** Resolves when the process is ready. Never rejects: `gone` resolves if it ended first. */
  ready: Promise<void>;
  /** Resolves with how it ended, once nothing is left of it and its files and port are free. */
  gone: Promise<string>;
  /** Calls `told` whenever the start makes progress, so that a long start does not time out. Undefined if it reports no progress. */
  onMoved?(told: () => void): void;
  /** Calls `told` for each sign of life once it is ready. If undefined, only the end of the process is noticed. */
  onAlive?(told: () => void): { stop(): void };
  signal(name: NodeJS.Signals): void;
};

export type SupervisorSpec = {
  /** Display name: Temporal, the worker. */
  name: string;
  logFile: string;
  launch(): Launched;
  /** A start fails after this time without progress. */
  readyMs: number;
  /** Time after which a process that was asked to stop is killed. */
  stopMs: number;
  /** Receives one line for each unexpected end, failed attempt, silence and recovery. */
  log(line: string): void;
  /** Maximum time without a sign of life. */
  silence?: SilenceLimits;
  /** Called after every start, including the first one. */
  onUp?(): void;
};

/** Delays before restarting a process that keeps ending. */
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** After running this long, a process counts as healthy and the delays start over. */
const WELL_AFTER_MS = 60_000;

/** One supervised process. Starting a running process or stopping a stopped one does nothing. */
export class Supervisor {
  readonly #spec: SupervisorSpec;
  #process: Launched | undefined;
  #rising: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wanted = false;
  #failures = 0;

  constructor(spec: SupervisorSpec) {
    this.#spec = spec;
  }

  /** Process id of the program while it is running. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Starts the process and waits until it is ready. From then on it is restarted whenever it ends by itself.
   * @throws Error if it ends first or is not ready in time; then it is not retried
   */
  async start(): Promise<void> {
    this.#wanted = true;
    try {
      await this.#up();
    } catch (error) {
      this.#wanted = false;
      clearTimeout(this.#timer);
      throw error;
    }
  }

  /** Marks its end as expected from now on, because Ctrl-C or a system shutdown may reach it before its turn. */
  expectEnd(): void {
    this.#wanted = false;
    clearTimeout(this.#timer);
  }

  /** Asks the process to stop (default SIGTERM) and waits until it is gone. It is not restarted. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.expectEnd();
    await this.#end(signal);
  }

  /** Kills the process like a crash and waits until it is gone. With `revive` it is restarted as after a crash. */
  async kill({ revive = false } = {}): Promise<void> {
    if (!revive) return this.stop("SIGKILL");
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const process = this.#process;
    if (!process) return;
    process.signal(signal);
    const late = setTimeout(() => process.signal("SIGKILL"), this.#spec.stopMs);
    await process.gone;
    clearTimeout(late);
  }

  /** Starts the process, or joins an attempt in progress. */
  #up(): Promise<void> {
    clearTimeout(this.#timer);
    this.#rising ??= this.#launch().finally(() => {
      this.#rising = undefined;
    });
    return this.#rising;
  }

  async #launch(): Promise<void> {
    if (this.#process) return;
    const { name, readyMs } = this.#spec;
    const launched = this.#spec.launch();
    this.#process = launched;
    const gone = launched.gone.then((reason) => {
      if (this.#process === launched) this.#process = undefined;
      return reason;
    });
    const { promise: late, resolve: beLate } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => beLate("late"), readyMs);
    launched.onMoved?.(() => timer.refresh());
    const first = await Promise.race([
      launched.ready.then(() => "ready" as const),
      gone.then(() => "gone" as const),
      late,
    ]);
    clearTimeout(timer);
    if (first === "late") await this.#end("SIGTERM");
    if (first !== "ready") {
      const reason = await gone;
      throw new Error(`${name} did not start${first === "late" ? ` within ${readyMs / 1_000} s` : ""}: ${reason}`);
    }
    this.#spec.onUp?.();
    const since = Date.now();
    const watch = this.#watch(launched);
    void gone.then((reason) => {
      watch?.stop();
      if (!this.#wanted) return;
      this.#failures = Date.now() - since > WELL_AFTER_MS ? 0 : this.#failures + 1;
      this.#again(`${name} ended unexpectedly (${reason})`);
    });
  }

  /** A process that hangs or was stopped by a signal still runs but does nothing, so it is killed and restarted like one that ended. */
  #watch(launched: Launched): { stop(): void } | undefined {
    const { name, silence, log, logFile } = this.#spec;
    if (!silence || !launched.onAlive) return undefined;
    const watch = watchSilence({
      ...silence,
      silent: (seconds, restartIn) =>
        log(
          `${name} has not answered for ${seconds} s (process ${launched.pid ?? "unknown"}); it is started again in ${restartIn} s unless it answers; its log is ${logFile}`,
        ),
      back: (seconds) => log(`${name} answers again, after ${seconds} s`),
      giveUp: (seconds) => {
        log(`${name} has not answered for ${seconds} s and is ended`);
        launched.signal("SIGKILL");
      },
    });
    const signs = launched.onAlive(watch.alive);
    return {
      stop() {
        signs.stop();
        watch.stop();
      },
    };
  }

  /** A process that once ran is restarted as long as it is wanted, because what it depends on may be down too. */
  #again(why: string): void {
    const { name, log, logFile } = this.#spec;
    const pause = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0]!;
    log(`${why.replaceAll("\n", " / ")}; it is started again in ${pause / 1_000} s; its log is ${logFile}`);
    this.#timer = setTimeout(() => {
      this.#up().then(
        () => log(`${name} runs again`),
        (error: Error) => {
          if (!this.#wanted) return;
          this.#failures += 1;
          this.#again(error.message);
        },
      );
    }, pause);
  }
}
