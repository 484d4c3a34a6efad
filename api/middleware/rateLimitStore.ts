// Counters of the rate limits, shared by every API process: one document a caller and window, one update a request.
import type { ClientRateLimitInfo, Options, Store } from "express-rate-limit";
import { isDuplicateKey, type Models } from "../../models/index.ts";
import type { RateWindow } from "../../models/records.ts";

/** Windows begin at fixed times, so that processes agree on them without asking; `name` keeps limiters apart. */
export function createRateLimitStore(models: Models, name: string, now: () => Date): Store {
  let windowMs = 60_000;
  let sweptFor = 0;
  const windowOf = (key: string) => {
    const start = Math.floor(now().getTime() / windowMs) * windowMs;
    return { id: `${name}:${key}:${start}`, start, endsAt: new Date(start + windowMs) };
  };
  const count = (id: string, endsAt: Date) =>
    models.rateWindows
      .findOneAndUpdate(
        { _id: id },
        { $inc: { hits: 1 }, $setOnInsert: { endsAt } },
        { upsert: true, returnDocument: "after" },
      )
      .lean<RateWindow>();

  return {
    prefix: `${name}:`,
    localKeys: false,
    init(options: Options) {
      windowMs = options.windowMs;
    },
    async increment(key): Promise<ClientRateLimitInfo> {
      const { id, start, endsAt } = windowOf(key);
      // Without TTL indexes the first request of a window takes the old ones away.
      if (sweptFor !== start) {
        sweptFor = start;
        await models.rateWindows.deleteMany({ endsAt: { $lt: now() } });
      }
      const window = await count(id, endsAt).catch((error: unknown) => {
        // Two inserts met: the loser's second try finds the document.
        if (isDuplicateKey(error)) return count(id, endsAt);
        throw error;
      });
      return { totalHits: window?.hits ?? 1, resetTime: endsAt };
    },
    async decrement(key) {
      await models.rateWindows.updateOne({ _id: windowOf(key).id, hits: { $gt: 0 } }, { $inc: { hits: -1 } });
    },
    async resetKey(key) {
      await models.rateWindows.deleteOne({ _id: windowOf(key).id });
    },
  };
}
