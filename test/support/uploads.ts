// Builds of one uploaded screenshot, as a test runner sends them.
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { plainPng } from "./png.ts";

const [WIDTH, HEIGHT] = [60, 40];
const PICTURE = new Uint8Array(plainPng(WIDTH, HEIGHT, [0, 160, 80]));
/** Identifies the screenshot within its build. */
export const UPLOADED = { name: "receipt", viewport: "tablet", browser: "chromium" };

export type Build = { runId: string; finish(): Promise<void> };

/** Opens a build and uploads a green screenshot. Its run takes no browser and waits for `finish`. */
export async function openBuild(target: { apiUrl: string; key: string }, build: string): Promise<Build> {
  const client = createApiClient(target.apiUrl, target.key);
  const { runId } = (await client.request("POST", "/api/ci/uploads", { build })) as { runId: string };
  const query = new URLSearchParams({
    ...UPLOADED,
    width: String(WIDTH),
    height: String(HEIGHT),
    browserVersion: "1",
    platform: "linux-x64",
  });
  const { ok, status } = await fetch(`${target.apiUrl}/api/ci/uploads/${runId}/shots?${query}`, {
    method: "POST",
    headers: { "x-api-key": target.key, "content-type": "image/png" },
    body: PICTURE,
  });
  if (!ok) throw new Error(`The upload was refused with ${status}.`);
  return { runId, finish: async () => void (await client.request("POST", `/api/ci/uploads/${runId}/finish`, {})) };
}
