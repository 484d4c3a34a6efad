// Secrets that may come in files: `X_FILE` names the file that holds X, as container engines and systemd hand them over.

export const SECRET_VARIABLES = [
  "MONGODB_URI",
  "SVC_SECRET_KEY",
  "SVC_OIDC_CLIENT_SECRET",
  "SVC_GITHUB_TOKEN",
  "SVC_GITLAB_TOKEN",
  "SVC_SMTP_PASSWORD",
  "SVC_COACH_KEY",
  "SVC_COACH_AGENT_KEY",
  "TEMPORAL_API_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
] as const;

/** The variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;
