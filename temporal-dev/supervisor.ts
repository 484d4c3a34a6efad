// Keeps one process running: started, watched, started again when it ends by itself or stops answering, stopped when asked.
import { type SilenceLimits, watchSilence } from "./silence.ts";

/** One launch of a program. */
export type Launched = {
  /** The process id of the program itself (not of a guard around it), once known. */
  readonly pid: number | undefined;
  /** Resolves when it does its work. Never rejects: `gone` says that it ended first. */
  ready: Promise<void>;
  /** Resolves with how it ended, once nothing of it is left: its files and its port are free again. */
  gone: Promise<string>;
  /** Calls `told` whenever its start has moved: what takes long and goes on is not late. Missing: it tells nothing. */
  onMoved?(told: () => void): void;
  /** From when it is ready: calls `told` with each sign of life. Missing: only its end is noticed. */
  onAlive?(told: () => void): { stop(): void };
  signal(name: NodeJS.Signals): void;
};

export type SupervisorSpec = {
  /** What people call it: Temporal, the worker. */
  name: string;
  logFile: string;
  launch(): Launched;
  /** A start that takes longer, or in which nothing has moved for so long, has failed. */
  readyMs: number;
  /** After this long a process that was asked to stop is killed. */
  stopMs: number;
  /** Takes one line for each unexpected end, each failed attempt, each silence and each return. */
  log(line: string): void;
  /** How long it may give no sign of life. */
  silence?: SilenceLimits;
  /** Told after every start, the first one included. */
  onUp?(): void;
};

/** Pauses before a process that keeps ending is started again. */
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** A process that ran this long was well: the pauses begin again. */
const WELL_AFTER_MS = 60_000;

/** One supervised process. Starting it while it runs, and stopping it while it does not, do nothing. */
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

  /** The process id of the program while it runs. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Starts it and waits until it is ready. From then on it is started again whenever it ends by itself.
   * @throws Error when it ends first or is not ready in time; then it is not tried again
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

  /** From now on its end is no surprise: whoever stops everything may reach it before its turn, as Ctrl-C and a system's shutdown do. */
  expectEnd(): void {
    this.#wanted = false;
    clearTimeout(this.#timer);
  }

  /** Asks it to stop (SIGTERM unless told) and waits until it is gone. It is not started again. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.expectEnd();
    await this.#end(signal);
  }

  /** Kills it as a crash would, and waits until it is gone. With `revive` it is started again as after a crash. */
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

  /** Brings it up, or joins the attempt that is under way. */
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

  /** A process that hangs, or was stopped by a signal, runs and does nothing: it is killed, and started again like one that ended. */
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

  /** What ran before is started again for as long as it is wanted: what it needs may be away too. */
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
