// Runs Retire.js's patterns in a separate thread: a script can be crafted so that they never end, and a thread can be stopped.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import retire from "retire/lib/retire.js";
import { readAdvisories } from "../../../../domain/pillars/security/advisories.ts";
import type { Detected, ScanReply, ScanRequest } from "./scanner.ts";

type Repository = Parameters<typeof retire.scanUri>[1];
const { file } = workerData as { file: string };
const repository = readAdvisories(retire.replaceVersion(readFileSync(file, "utf8"))).entries as Repository;
const hasher = { sha1: (text: string): string => createHash("sha1").update(text).digest("hex") };

function scan({ script, versions }: ScanRequest): Detected[] {
  if (versions)
    return versions.flatMap(({ component, version }) =>
      Object.hasOwn(repository, component)
        ? retire.check(component, version, repository).map((found) => detected(found, "page"))
        : [],
    );
  if (script === undefined) return [];
  const { url, text } = script;
  return [
    ...retire.scanUri(url, repository).map((found) => detected(found, "uri")),
    ...retire.scanFileName(withoutQuery(url), repository, false).map((found) => detected(found, "filename")),
    ...(text === null
      ? []
      : retire
          .scanFileContent(text, repository, hasher)
          .map((found) => detected(found, found.detection === "hash" ? "hash" : "filecontent"))),
  ];
}

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

function detected(found: ReturnType<typeof retire.scanUri>[number], detection: Detected["detection"]): Detected {
  return {
    component: found.component,
    version: found.version.slice(0, 60),
    detection,
    advisories: (found.vulnerabilities ?? []).slice(0, 60).map(({ severity, identifiers = {}, below }) => {
      const { CVE, githubID, summary, ...rest } = identifiers as Record<string, string | string[] | undefined>;
      const known = [CVE, githubID, ...Object.values(rest)].flat().filter((one) => typeof one === "string");
      return {
        severity: severity === "critical" || severity === "high" || severity === "medium" ? severity : "low",
        identifiers: [...new Set(known)].slice(0, 5).map((one) => one.slice(0, 60)),
        summary: typeof summary === "string" ? summary.slice(0, 300) : "",
        below: below ?? null,
      };
    }),
  };
}

parentPort?.on("message", (request: ScanRequest) => {
  let reply: ScanReply;
  try {
    reply = { id: request.id, found: scan(request) };
  } catch (error) {
    reply = { id: request.id, problem: error instanceof Error ? error.message.slice(0, 200) : "unknown" };
  }
  parentPort?.postMessage(reply);
});
