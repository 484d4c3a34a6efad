// A process that releases the memory it used, idles, and notifies its parent when its heap is below half of the peak.
import { collectAtRest } from "../../platform/collectAtRest.ts";

if (process.argv[2] === "collect") collectAtRest({ everyMs: 100 });
const taken = [Array.from({ length: 400_000 }, (_, at) => ({ at, text: `${at} of many` }))];
const peak = process.memoryUsage().heapUsed;
taken.pop();
const timer = setInterval(() => {
  if (process.memoryUsage().heapUsed > peak / 2) return;
  clearInterval(timer);
  process.send?.("freed");
}, 50);
process.once("disconnect", () => process.exit(0));
