// A page that listens to the service's events, as a browser would.
import { eventually } from "../../support/eventually.ts";
import type { Client, Session } from "./client.ts";

type Heard = { id: string; event: string; data: { kind?: string; id?: string; data?: Record<string, unknown> } };

/** Opens a page; its `heard` grows as events arrive. */
export async function openPage(
  client: Client,
  session: Session,
  { project = "shop", lastEventId }: { project?: string; lastEventId?: string } = {},
) {
  const gone = new AbortController();
  const headers: Record<string, string> = { cookie: session.cookie, accept: "text/event-stream" };
  if (lastEventId !== undefined) headers["last-event-id"] = lastEventId;
  const response = await fetch(`${client.base}/api/app/events?project=${project}`, { headers, signal: gone.signal });
  const heard: Heard[] = [];
  const ended = (async () => {
    let rest = "";
    try {
      for await (const chunk of response.body ?? []) {
        rest += Buffer.from(chunk).toString();
        const blocks = rest.split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, id = "", event = "", data = "{}"] = /^(?:id: (.*)\n)?event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
          if (event) heard.push({ id, event, data: JSON.parse(data) });
        }
      }
    } catch {
      // The connection was cut, by us or by the service.
    }
  })();
  return { status: response.status, heard, ended, close: () => gone.abort() };
}
export type Page = Awaited<ReturnType<typeof openPage>>;
export const told = ({ heard }: Page) =>
  heard.filter(({ event }) => event !== "hello").map(({ event, data }) => `${event} ${data.id}`);

export const hears = (page: Page, ...wanted: string[]) =>
  eventually(wanted.join(", "), async () => wanted.every((one) => told(page).includes(one)), 20_000);
