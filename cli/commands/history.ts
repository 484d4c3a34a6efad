// Sends the commit's history, before commands that start runs do so.
import type { CiFacts } from "../client/facts.ts";
import { tellHistory } from "../client/history.ts";
import type { CommandUse } from "./command.ts";

export const tellHistoryOf = (
  { cwd, service, settings, out }: CommandUse,
  facts: CiFacts,
  stop: AbortSignal | null = null,
): Promise<void> =>
  tellHistory({
    cwd,
    facts,
    project: settings.project ?? undefined,
    note: out.note,
    post: (path, body) => service.post(path, { body, stop }),
  });
