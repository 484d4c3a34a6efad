// An event stream as a browser maintains it: reopened after it breaks, from the last received event.
import type { Client, Session } from "../../../api/support/client.ts";
import { openPage } from "../../../api/support/events.ts";

/** A browser waits as long as the service tells it to, but tests do not. */
const AGAIN_MS = 100;

export function follow(base: string, session: Session, project: string) {
  const heard = new Set<string>();
  let lastEventId: string | undefined;
  let page: Awaited<ReturnType<typeof openPage>> | null = null;
  let stopped = false;
  const once = async (): Promise<void> => {
    page = await openPage({ base } as Client, session, { project, ...(lastEventId ? { lastEventId } : {}) });
    const seen = setInterval(() => take(), AGAIN_MS);
    await page.ended;
    clearInterval(seen);
    take();
  };
  const take = () => {
    for (const { id, data } of page?.heard ?? []) {
      if (id) lastEventId = id;
      if (data.id) heard.add(data.id);
    }
  };
  const whole = (async () => {
    while (!stopped) {
      await once().catch(() => undefined);
      page = null;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  })();
  return {
    heard,
    isOpen: () => (page?.heard.length ?? 0) > 0,
    stop: () => {
      stopped = true;
      page?.close();
      return whole;
    },
  };
}
