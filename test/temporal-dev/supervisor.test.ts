import { expect } from "chai";
import { type Launched, Supervisor } from "../../temporal-dev/supervisor.ts";
import { eventually } from "../support/eventually.ts";

/** A process that the test marks as ready and ends; it ends when asked to stop. */
class Actor implements Launched {
  static next = 1;
  readonly pid = Actor.next++;
  readonly #ready = Promise.withResolvers<void>();
  readonly #gone = Promise.withResolvers<string>();
  readonly ready = this.#ready.promise;
  readonly gone = this.#gone.promise;
  readonly signals: string[] = [];
  beReady(): this {
    this.#ready.resolve();
    return this;
  }
  end(how = "exit code 1"): this {
    this.#gone.resolve(how);
    return this;
  }
  signal(name: NodeJS.Signals): void {
    this.signals.push(name);
    this.end(`ended by ${name}`);
  }
}

describe("the supervisor", () => {
  /** `act` simulates the launches: what the nth process does immediately. */
  function supervise(act: (actor: Actor, nth: number) => void) {
    const [actors, lines]: [Actor[], string[]] = [[], []];
    const supervisor = new Supervisor({
      name: "the thing",
      logFile: "/log",
      readyMs: 5_000,
      stopMs: 1_000,
      log: (line) => lines.push(line),
      launch: () => {
        const actor = new Actor();
        actors.push(actor);
        act(actor, actors.length);
        return actor;
      },
    });
    return { supervisor, actors, lines };
  }

  it("starts what ended by itself again, over failed attempts, and says each step", async () => {
    const { supervisor, actors, lines } = supervise((actor, nth) =>
      nth === 2 ? actor.end("no port\nfree") : actor.beReady(),
    );
    await supervisor.start();
    actors[0]?.end("ended by SIGKILL");
    await eventually("it runs again", async () => lines.includes("the thing runs again"));
    expect(lines).to.deep.equal([
      "the thing ended unexpectedly (ended by SIGKILL); it is started again in 0.5 s; its log is /log",
      "the thing did not start: no port / free; it is started again in 1 s; its log is /log",
      "the thing runs again",
    ]);
    expect(supervisor.pid).to.equal(actors[2]?.pid);
    await supervisor.stop();
    expect(actors[2]?.signals).to.deep.equal(["SIGTERM"]);
  });

  it("says nothing of an end that was expected, and does not start it again", async () => {
    const { supervisor, actors, lines } = supervise((actor) => actor.beReady());
    await supervisor.start();
    supervisor.expectEnd();
    actors[0]?.end("ended by SIGINT");
    await supervisor.stop();
    expect(lines).to.deep.equal([]);
    expect(actors).to.have.length(1);
  });

  it("gives a start that moves the time it needs, and one in which nothing moves any more its limit", async () => {
    class Mover extends Actor {
      tell = () => {};
      onMoved(told: () => void): void {
        this.tell = told;
      }
    }
    const movers: Mover[] = [];
    const supervisor = new Supervisor({
      name: "the thing",
      logFile: "/log",
      readyMs: 200,
      stopMs: 1_000,
      log: () => undefined,
      launch: () => {
        movers.push(new Mover());
        return movers.at(-1) as Mover;
      },
    });
    const started = supervisor.start();
    let moves = 0;
    const moving = setInterval(() => {
      moves += 1;
      movers[0]?.tell();
    }, 20);
    await eventually("it moved for three times its limit", () => moves > 30);
    expect(movers[0]?.signals).to.deep.equal([]);
    movers[0]?.beReady();
    await started;
    clearInterval(moving);
    await supervisor.stop();

    const stuck = await supervisor.start().catch((reason: Error) => reason);
    expect(String(stuck)).to.equal("Error: the thing did not start within 0.2 s: ended by SIGTERM");
  });

  it("does not try again what never ran, and says why", async () => {
    const { supervisor, actors } = supervise((actor) => actor.end("exit code 2: no such file"));
    const error = await supervisor.start().catch((reason: Error) => reason);
    expect(String(error)).to.equal("Error: the thing did not start: exit code 2: no such file");
    expect(actors).to.have.length(1);
  });

  it("leaves nothing running when it is stopped during a return, and nothing is said", async () => {
    const { supervisor, actors, lines } = supervise((actor, nth) => nth === 1 && actor.beReady());
    await supervisor.start();
    actors[0]?.end();
    await eventually("the second attempt", async () => actors.length === 2);
    await supervisor.stop();
    expect(actors[1]?.signals).to.deep.equal(["SIGTERM"]);
    expect([supervisor.pid, lines.length]).to.deep.equal([undefined, 1]);
  });

  it("joins a return that is under way instead of starting a second process, and starts one that waits at once", async () => {
    const { supervisor, actors, lines } = supervise((actor, nth) => nth !== 3 && actor.beReady());
    await supervisor.start();
    actors[0]?.end();
    await eventually("it is known to be gone", async () => lines.length === 1);
    await supervisor.start();
    expect(actors).to.have.length(2);
    actors[1]?.end();
    await eventually("the third attempt", async () => actors.length === 3);
    const joined = supervisor.start();
    actors[2]?.beReady();
    await joined;
    expect([actors.length, supervisor.pid]).to.deep.equal([3, actors[2]?.pid]);
    await supervisor.stop();
  });

  it("kills what does not stop, and starts it again only when asked to", async () => {
    const { supervisor, actors } = supervise((actor) => actor.beReady());
    await supervisor.start();
    await supervisor.kill({ revive: true });
    await eventually("it runs again", async () => supervisor.pid === actors[1]?.pid && actors.length === 2);
    await supervisor.kill();
    expect([supervisor.pid, actors.length]).to.deep.equal([undefined, 2]);
  });
});
