// Whether the connection to Temporal is encrypted: the variables of Temporal's own command and SDKs, and their rule.

export type TemporalTlsSettings = {
  temporalTls: "true" | "false" | null;
  temporalApiKey: string | null;
  /** Paths of PEM files. */
  temporalTlsCert: string | null;
  temporalTlsKey: string | null;
  temporalTlsCa: string | null;
  temporalTlsServerName: string | null;
};

/** What asks for TLS by being there. */
const DETAILS = {
  temporalTlsCert: "TEMPORAL_TLS_CLIENT_CERT_PATH",
  temporalTlsKey: "TEMPORAL_TLS_CLIENT_KEY_PATH",
  temporalTlsCa: "TEMPORAL_TLS_SERVER_CA_CERT_PATH",
  temporalTlsServerName: "TEMPORAL_TLS_SERVER_NAME",
} as const;

/**
 * TLS is on when asked for, and unless told otherwise when there is an API key or any detail of TLS. Details beside a "false" are a
 * problem, not a choice: a certificate implies that plain text is not wanted.
 */
export function chooseTemporalTls(settings: TemporalTlsSettings): { tls: boolean; problems: string[] } {
  const { temporalTls, temporalApiKey, temporalTlsCert, temporalTlsKey } = settings;
  const details = (Object.keys(DETAILS) as (keyof typeof DETAILS)[]).filter((name) => settings[name] !== null);
  const problems: string[] = [];
  if ((temporalTlsCert === null) !== (temporalTlsKey === null))
    problems.push(`${DETAILS.temporalTlsCert} and ${DETAILS.temporalTlsKey} go together: set both or none`);
  if (temporalTls === "false" && details.length > 0)
    problems.push(`TEMPORAL_TLS is false, and yet ${details.map((name) => DETAILS[name]).join(", ")} is set`);
  const tls = temporalTls === null ? temporalApiKey !== null || details.length > 0 : temporalTls === "true";
  return { tls, problems };
}
