import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { MongoClient } from "mongodb";

rmSync("/tmp/pfdb-data", { recursive: true, force: true });
const t0 = performance.now();
const p = spawn("/tmp/pfdb", ["--listen", "127.0.0.1:0", "--dir", "/tmp/pfdb-data", "--exit-with-stdin"], {
  stdio: ["pipe", "pipe", "inherit"],
});
const uri = await new Promise((r) =>
  p.stdout.on("data", (d) => {
    const m = /ready (\S+)/.exec(d);
    if (m) r(m[1]);
  }),
);
console.log("ready ms", performance.now() - t0, uri);
const c = new MongoClient(uri, { maxPoolSize: 20, monitorCommands: true });
await c.connect();
const col = c.db("t").collection("x");
await col.createIndex({ k: 1 }, { unique: true });
const time = async (n, name, f) => {
  const a = performance.now();
  for (let i = 0; i < n; i++) await f(i);
  console.log(name, ((performance.now() - a) / n).toFixed(3), "ms");
};
await time(200, "insert", (i) => col.insertOne({ _id: i, k: i, n: 0, txt: "x".repeat(500) }));
await time(200, "findOne", (i) => col.findOne({ _id: i }));
await time(200, "findOne k", (i) => col.findOne({ k: i }));
await time(200, "$inc", (i) => col.updateOne({ _id: i }, { $inc: { n: 1 } }));
await time(50, "fAU", (i) => col.findOneAndUpdate({ _id: i }, { $inc: { n: 1 } }, { returnDocument: "after" }));
await time(20, "find100", () => col.find({ k: { $lt: 100 } }).toArray());
await time(200, "ping", () => c.db("t").command({ ping: 1 }));
await col.insertOne({ _id: "c", k: -1, n: 0 });
let a = performance.now();
await Promise.all(Array.from({ length: 50 }, () => col.updateOne({ _id: "c" }, { $inc: { n: 1 } })));
console.log("50 inc", (await col.findOne({ _id: "c" })).n, performance.now() - a);
a = performance.now();
await Promise.all(Array.from({ length: 400 }, (_, i) => col.findOne({ _id: i % 200 })));
console.log("400 par finds", performance.now() - a);
await col.updateOne({ _id: "c" }, { $inc: { n: 1 } }, { writeConcern: { w: 0 } });
await col.updateOne({ _id: "c" }, { $inc: { n: 1 } }, { writeConcern: { w: 0 } });
console.log("w0", (await col.findOne({ _id: "c" })).n);
await new Promise((r) => setTimeout(r, 12000)); // monitoring beats
await time(20, "findOne after idle", (i) => col.findOne({ _id: i }));
a = performance.now();
p.kill("SIGTERM");
await new Promise((r) =>
  p.on("exit", (...x) => {
    console.log("exit", x);
    r();
  }),
);
console.log("stop ms", performance.now() - a);
await c.close();
