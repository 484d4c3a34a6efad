// Lighthouse scores of the dashboard's pages for a signed-in person.
import lighthouse, { desktopConfig, type Flags } from "lighthouse";
import { chromium } from "playwright";
import { takePort } from "../../temporal-dev/ports.ts";
import { median } from "../lib/stats.ts";

/** `failed`: ids of the accessibility audits that lost points in any round. */
export type Scores = { performance: number; accessibility: number; failed: string[] };
export type FormFactor = "desktop" | "mobile";

/** Returns the median scores of `rounds`, out of 100. `cookie`: the session cookie, as sent in the header. */
export async function scoresOf(
  address: string,
  cookie: string | null,
  { formFactor, executablePath, rounds }: { formFactor: FormFactor; executablePath: string; rounds: number },
): Promise<Scores> {
  const all: Omit<Scores, "failed">[] = [];
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const port = await takePort(0);
    const browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", `--remote-debugging-port=${port}`],
    });
    const flags: Flags = {
      port,
      onlyCategories: ["performance", "accessibility"],
      logLevel: "silent",
      ...(cookie === null ? {} : { extraHeaders: { Cookie: cookie } }),
    };
    try {
      const result = await lighthouse(address, flags, formFactor === "desktop" ? desktopConfig : undefined);
      const { audits, categories, finalDisplayedUrl, runtimeError } = result?.lhr ?? {};
      if (!categories || runtimeError) throw new Error(`Lighthouse has no result of ${address}: ${runtimeError?.code}`);
      if (cookie !== null && new URL(finalDisplayedUrl ?? "").pathname.endsWith("/sign-in"))
        throw new Error(`${address} led to ${finalDisplayedUrl}: the session was not taken.`);
      for (const { id, weight } of categories.accessibility?.auditRefs ?? [])
        if (weight > 0 && audits?.[id]?.score === 0) failed.add(id);
      all.push({
        performance: (categories.performance?.score ?? 0) * 100,
        accessibility: (categories.accessibility?.score ?? 0) * 100,
      });
    } finally {
      await browser.close();
    }
  }
  return {
    performance: median(all.map(({ performance }) => performance)),
    accessibility: median(all.map(({ accessibility }) => accessibility)),
    failed: [...failed],
  };
}
