// Secrets from files: `X_FILE` names the file that contains X, which is how container engines and systemd pass secrets.

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

/** Returns the name of the variable that names the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;
