// Decides whether the connection to Temporal is encrypted, with the variables and the rule of Temporal's CLI and SDKs.

export type TemporalTlsSettings = {
  temporalTls: "true" | "false" | null;
  temporalApiKey: string | null;
  /** Paths of PEM files. */
  temporalTlsCert: string | null;
  temporalTlsKey: string | null;
  temporalTlsCa: string | null;
  temporalTlsServerName: string | null;
};

/** Settings that turn TLS on if set. */
const DETAILS = {
  temporalTlsCert: "TEMPORAL_TLS_CLIENT_CERT_PATH",
  temporalTlsKey: "TEMPORAL_TLS_CLIENT_KEY_PATH",
  temporalTlsCa: "TEMPORAL_TLS_SERVER_CA_CERT_PATH",
  temporalTlsServerName: "TEMPORAL_TLS_SERVER_NAME",
} as const;

/**
 * TLS is on if requested, and by default if an API key or any TLS setting is present. TLS settings together with "false" are reported as a
 * problem, because a certificate implies that plain text is not wanted.
 */
export function chooseTemporalTls(settings: TemporalTlsSettings): { tls: boolean; problems: string[] } {
  const { temporalTls, temporalApiKey, temporalTlsCert, temporalTlsKey } = settings;
  const details = (Object.keys(DETAILS) as (keyof typeof DETAILS)[]).filter((name) => settings[name] !== null);
  const problems: string[] = [];
  if ((temporalTlsCert === null) !== (temporalTlsKey === null))
    problems.push(`${DETAILS.temporalTlsCert} and ${DETAILS.temporalTlsKey} go together: set both or none`);
  if (temporalTls === "false" && details.length > 0)
    problems.push(`TEMPORAL_TLS is false, but ${details.map((name) => DETAILS[name]).join(", ")} is set`);
  const tls = temporalTls === null ? temporalApiKey !== null || details.length > 0 : temporalTls === "true";
  return { tls, problems };
}
