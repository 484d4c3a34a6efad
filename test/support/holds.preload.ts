// Loaded into the API and the worker before their own code (NODE_OPTIONS): holds back database messages selected by the test. This allows a
// fault to hit at a selected write of a process started by `npm start`, where no wire can be put in between.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { hostname } from "node:os";
import path from "node:path";
import { isMainThread } from "node:worker_threads";

type Rule = { name: string; serial: number; process: "api" | "workers"; all: string[] };

const LOOK_EVERY_MS = 20;
const folder = process.env.PLUMBLINE_TEST_HOLDS ?? "";
const ours = /[/\\](api|workers)[/\\]main\.ts$/.exec(process.argv[1] ?? "")?.[1];

function rules(): Rule[] {
  const file = path.join(folder, "holds.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Rule[]) : [];
}

if (folder !== "" && isMainThread && ours !== undefined) {
  const write = Socket.prototype.write as (this: Socket, ...args: unknown[]) => boolean;
  const heldBack = new Map<number, number>();
  const held = function (this: Socket, ...args: unknown[]): boolean {
    const [chunk] = args;
    if (!(chunk instanceof Uint8Array)) return write.apply(this, args);
    const message = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const rule = rules().find((one) => one.process === ours && one.all.every((part) => message.includes(part)));
    if (!rule) return write.apply(this, args);
    const count = (heldBack.get(rule.serial) ?? 0) + 1;
    heldBack.set(rule.serial, count);
    writeFileSync(path.join(folder, `${rule.name}.host`), hostname());
    writeFileSync(path.join(folder, `${rule.name}.reached`), String(count));
    const timer = setInterval(() => {
      if (rules().some(({ serial }) => serial === rule.serial)) return;
      clearInterval(timer);
      if (!this.destroyed) write.apply(this, args);
    }, LOOK_EVERY_MS);
    return true;
  };
  Socket.prototype.write = held as typeof Socket.prototype.write;
}
