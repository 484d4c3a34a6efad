// Addresses of the dashboard, below the service's own.

/** What people call a pillar → its part of the address. */
export const PILLAR_WORDS: Readonly<Record<string, string>> = {
  functional: "functional",
  a11y: "audits/a11y",
  perf: "audits/perf",
  seo: "audits/seo",
  security: "audits/security",
  tracking: "tracking",
  privacy: "audits/privacy",
};

export type Shown =
  | { kind: "project" }
  | { kind: "run"; runId: string; type: string; finding?: string | undefined }
  | { kind: "scenario"; label: string }
  | { kind: "pillar"; word: string };

export function dashboardAddress(slug: string, shown: Shown): string {
  const project = `/p/${encodeURIComponent(slug)}`;
  if (shown.kind === "project") return project;
  if (shown.kind === "pillar") return `${project}/${PILLAR_WORDS[shown.word]}`;
  if (shown.kind === "scenario") return `${project}/scenarios/${encodeURIComponent(shown.label)}`;
  const { runId, type, finding } = shown;
  const pillar = PILLAR_WORDS[type.replace(/-test$/, "")];
  if (finding !== undefined && pillar !== undefined)
    return `${project}/${pillar}?${new URLSearchParams({ run: runId, finding })}`;
  return `${project}/${type === "vrt-test" ? "visual" : "runs"}/${encodeURIComponent(runId)}`;
}
