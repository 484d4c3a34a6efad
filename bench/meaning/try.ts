import { createEmbedder } from "../../platform/embedder/embedder.ts";
import { events } from "./site.ts";
import { judge, isRight, isWrong } from "./measure.ts";
import { laterTickets, measuredTickets, tuneTickets } from "./tickets.ts";
const embedder = createEmbedder();
for (const [name, tickets] of [["tune", tuneTickets], ["measured", measuredTickets], ["later", laterTickets]] as const) {
  const all = await judge(embedder, tickets);
  for (const one of all) {
    const linked = events.find(({ id }) => id === one.bestEvents[0]?.id)?.scenario ?? null;
    const agrees = linked !== null && one.best.some(({ id }) => id === linked);
    if (one.ticket.kind === "clear" && isRight(one)) continue;
    console.log(name.padEnd(9), one.ticket.kind.padEnd(12), isRight(one) ? "RIGHT" : isWrong(one) ? "WRONG" : "-    ", (agrees ? "agree " : "      ") + one.ticket.title.slice(0, 46).padEnd(46), `want ${one.ticket.scenario}`.padEnd(24), one.best.map(({ id, score }) => `${id} ${score}`).join(" "), "|", one.bestEvents.map(({ id, score }) => `${id} ${score}`).join(" "), one.reason, one.reason === null ? JSON.stringify(one.open) : "");
  }
}
await embedder.close();
process.exit(0);
