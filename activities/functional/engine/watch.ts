// Records console messages, failed requests, dialogs and downloads of a scenario's tabs. By step, bounded, without query strings.
import type { Dialog, Page } from "playwright";
import { shownUrl } from "../../../browsers/page/failures.ts";
import type { StepResult } from "../../../domain/functional/attempt.ts";
import { KEPT } from "../../../domain/functional/limits.ts";
import type { Masker } from "../../../domain/functional/values.ts";
import { oneLine, truncate } from "../../../domain/text.ts";

export type SeenDialog = { kind: string; message: string };

export type Seen = {
  dialogs: SeenDialog[];
  /** Suggested names of offered files. */
  downloads: string[];
  /** Answers to the next dialogs, in order; those without one are dismissed. */
  answers: { accept: boolean; text: string | undefined }[];
  /** Whether the last action announced an answer. */
  announcing: boolean;
  /** Also records this page. */
  watch(page: Page): void;
  /** Returns what was recorded since the last call. */
  take(): Pick<StepResult, "console" | "network">;
};

export function createSeen(mask: Masker): Seen {
  let console: StepResult["console"] = [];
  let network: StepResult["network"] = [];
  const told = (text: string): string => truncate(oneLine(mask(text.slice(0, 4 * KEPT.text))), KEPT.text);
  const keepMessage = (level: "error" | "warning", text: string): void => {
    if (console.length < KEPT.console) console.push({ level, text: told(text) });
  };
  const keepRequest = (method: string, url: string, status: number | null, failure: string | null): void => {
    if (network.length >= KEPT.network || /^(data|blob):/.test(url)) return;
    network.push({ method, url: told(shownUrl(url)), status, failure: failure === null ? null : told(failure) });
  };
  const seen: Seen = {
    dialogs: [],
    downloads: [],
    answers: [],
    announcing: false,
    watch,
    take() {
      const heard = { console, network };
      console = [];
      network = [];
      return heard;
    },
  };
  function watch(page: Page): void {
    page.on("console", (message) => {
      const kind = message.type();
      if (kind === "error" || kind === "warning") keepMessage(kind, message.text());
    });
    page.on("pageerror", (error) => keepMessage("error", `Uncaught ${error.message ?? String(error)}`));
    page.on("response", (response) => {
      if (response.status() >= 400) keepRequest(response.request().method(), response.url(), response.status(), null);
    });
    page.on("requestfailed", (request) => {
      const failure = request.failure()?.errorText ?? "failed";
      // A request cancelled by a navigation or a script is not a failure.
      if (!/ABORTED|NS_BINDING_ABORTED|cancelled/i.test(failure))
        keepRequest(request.method(), request.url(), null, failure);
    });
    page.on("dialog", (dialog) => void answerDialog(dialog, seen, told));
    page.on("download", (file) => {
      if (seen.downloads.length < KEPT.downloads) seen.downloads.push(told(file.suggestedFilename()));
    });
  }
  return seen;
}

async function answerDialog(dialog: Dialog, seen: Seen, told: (text: string) => string): Promise<void> {
  if (seen.dialogs.length < KEPT.dialogs) seen.dialogs.push({ kind: dialog.type(), message: told(dialog.message()) });
  // Must not block the scenario, and is not the dialog that a step announces.
  if (dialog.type() === "beforeunload") return dialog.accept().catch(() => undefined);
  const { accept, text } = seen.answers.shift() ?? { accept: false };
  await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined);
}
