// Markup in every text that a screen receives: whatever a page, a ticket or a person wrote is shown as text, and none of it is executed.
import { expect } from "chai";
import type { Page } from "playwright";
import { ready } from "../support.ts";
import type { Shared } from "./comings.ts";

const MARKUP = `"'><img src=x onerror="window.ran=1"><svg onload="window.ran=1"><script>window.ran=1</script>{{7*7}}`;
const LINK = "javascript:window.ran=1//";

/** Fields whose text people and pages choose, even if it looks like one of our names. */
const WRITTEN =
  /^(label|name|title|message|text|note|reason|reasons|branch|selector|sentence|caption|why|summary|headline|description|requestedBy|by|updatedBy|who|warning|warnings|environment|environmentName|phase|commitMessage|scenarioLabel|finds|subtitle|value|expected|observed|details|pattern|examples|tags|gherkin|markdown|jira)$/;
/** Our own names, ids, times, hashes and paths: screens compare them, or use them in requests. */
const OURS = /^(?:[a-z][\w.:-]*|[A-Z]{2,}[\w-]*|\d[\dTZ:.+-]*|[0-9a-f-]{16,}|\/(?:api|p|artifacts|trace-viewer)\b.*|)$/;

/** The same response with markup appended to every text, and a script in place of every external address. */
export function poisoned(value: unknown, field = ""): unknown {
  if (typeof value === "string") {
    if (/^https?:\/\//.test(value)) return `${LINK}${value}`;
    return WRITTEN.test(field) || !OURS.test(value) ? `${value}${MARKUP}` : value;
  }
  if (Array.isArray(value)) return value.map((one) => poisoned(one, field));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]));
}

/** Poisons every JSON response of the service, except for the session and values that are compared by name. */
async function poison(page: Page): Promise<void> {
  await page.route(/\/api\/(?!auth\/|app\/events)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.headers()["content-type"]?.includes("json")) return route.fulfill({ response: answer });
    await route.fulfill({ response: answer, json: poisoned(await answer.json()) });
  });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      seen.push(`${violatedDirective}: ${sample}`),
    );
  });
}

export function attacks(shared: Shared): void {
  describe("markup in everything that is shown", () => {
    let page: Page;
    before(async () => {
      const { chromium } = shared();
      page = await chromium.signIn({ email: "marked@shop.example", role: "admin" }, "/account");
      await poison(page);
    });
    after(() => page?.context().close());

    const PATHS = [
      "",
      "/runs",
      "/scenarios",
      "/setup",
      "/functional",
      "/functional?tab=steps",
      "/tracking",
      "/proofs",
      ...["perf", "seo", "a11y", "security", "privacy"].map((pillar) => `/audits/${pillar}`),
      ...["project", "environments", "scenarios", "rules", "schedules", "notifications", "keys", "connectors"].map(
        (part) => `/settings/${part}`,
      ),
      "/settings/plan",
      "/settings/audit",
      "/coach",
      "RUN",
      "REVIEW",
      "FEATURE",
      "FEATURE RUN",
      "PROOF",
    ];
    type One = { runId: string; featureId: string; jobId: string };
    /** Returns the address of a screen that shows an object created by the previous tests. */
    const addressOf = async (path: string): Promise<string> => {
      const { world, slug } = shared();
      const first = async (list: "runs" | "features" | "proofs", query = ""): Promise<One> => {
        const answer = await page.request.get(`${world.service.apiUrl}/api/app/projects/${slug}/${list}${query}`);
        const [one] = ((await answer.json()) as Record<string, One[]>)[list] ?? [];
        if (one === undefined) throw new Error(`there are no ${list}`);
        return one;
      };
      const of: Record<string, () => Promise<string>> = {
        RUN: async () => `/runs/${(await first("runs", "?type=vrt-test")).runId}`,
        REVIEW: async () => `/visual/${(await first("runs", "?type=vrt-test")).runId}`,
        FEATURE: async () => `/functional/${(await first("features")).featureId}`,
        "FEATURE RUN": async () => `/functional/runs/${(await first("runs", "?type=frt-test")).runId}`,
        PROOF: async () => `/proofs/${(await first("proofs")).jobId}`,
      };
      return (await of[path]?.()) ?? path;
    };
    for (const path of PATHS)
      it(`is text on ${path || "the overview"}`, async () => {
        const { world, chromium, slug } = shared();
        const at = await addressOf(path);
        await page.goto(`${world.service.apiUrl}/p/${slug}${at}`);
        await ready(page);
        await page.waitForFunction(() => document.body.textContent.includes("<script>window.ran=1</script>"));
        const found = await page.evaluate(() => ({
          ran: "ran" in window,
          violations: (window as unknown as { violations: string[] }).violations,
          links: [...document.querySelectorAll("[href], [src], [action]")]
            .map((one) => one.getAttribute("href") ?? one.getAttribute("src") ?? one.getAttribute("action") ?? "")
            .filter((to) => /^\s*javascript:window/i.test(to)),
          failed: document.body.textContent.includes("This page failed"),
        }));
        expect(found).to.deep.equal({ ran: false, violations: [], links: [], failed: false });
        chromium.takeTroubles();
      });
  });

  it("what belongs to another organisation is not there, in plain words", async () => {
    const { world, chromium } = shared();
    const page = await chromium.signIn({ email: "curious@shop.example", role: "editor" }, "/account");
    for (const path of ["/p/their-shop", "/p/their-shop/runs", "/p/their-shop/runs/run_theirs"]) {
      await page.goto(`${world.service.apiUrl}${path}`);
      await page
        .getByRole("alert")
        .getByText(/not found/)
        .first()
        .waitFor();
    }
    await page.context().close();
    // Each was rejected, as it must be; the stream of the last one possibly after its screen was shown.
    expect(chromium.takeTroubles().filter((trouble) => !/404/.test(trouble))).to.deep.equal([]);
  });
}
