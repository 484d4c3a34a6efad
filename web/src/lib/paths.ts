// Addresses of all screens in one place. Values are encoded with encodeURIComponent.
const at = (slug: string, ...parts: readonly string[]): string =>
  `/p/${[slug, ...parts].map(encodeURIComponent).join("/")}`;

export const paths = {
  home: () => "/",
  signIn: () => "/sign-in",
  account: () => "/account",
  newProject: () => "/new",
  overview: (slug: string) => at(slug),
  runs: (slug: string) => at(slug, "runs"),
  run: (slug: string, runId: string) => at(slug, "runs", runId),
  waiting: (slug: string) => at(slug, "waiting"),
  problems: (slug: string) => at(slug, "problems"),
  /** Changes that need review. */
  visual: (slug: string) => at(slug, "visual"),
  review: (slug: string, runId: string) => at(slug, "visual", runId),
  scenarios: (slug: string) => at(slug, "scenarios"),
  scenario: (slug: string, label: string) => at(slug, "scenarios", label),
  functional: (slug: string) => at(slug, "functional"),
  feature: (slug: string, featureId: string) => at(slug, "functional", featureId),
  featureRun: (slug: string, runId: string) => at(slug, "functional", "runs", runId),
  audits: (slug: string, pillar: string) => at(slug, "audits", pillar),
  tracking: (slug: string) => at(slug, "tracking"),
  proofs: (slug: string) => at(slug, "proofs"),
  proof: (slug: string, jobId: string) => at(slug, "proofs", jobId),
  coach: (slug: string) => at(slug, "coach"),
  setup: (slug: string) => at(slug, "setup"),
  settings: (slug: string, part?: string) => (part ? at(slug, "settings", part) : at(slug, "settings")),
  organisation: (part = "members") => `/organisation/${encodeURIComponent(part)}`,
} as const;
