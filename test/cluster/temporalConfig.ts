// The configuration file of a Temporal server on PostgreSQL. JSON is valid YAML.

export type TemporalPlace = {
  address: string;
  postgres: { address: string; user: string; password: string };
  /** Path of the file with the settings that can change while it runs. */
  settings: string;
};

export const TEMPORAL_PORT = 7233;
export const DATABASES = { temporal: "temporal", visibility: "temporal_visibility" } as const;

/** Without these settings, one project's many runs starve another's, and urgent work waits. */
export const TEMPORAL_SETTINGS = {
  "matching.useNewMatcher": [{ value: true }],
  "matching.enableFairness": [{ value: true }],
  "matching.numTaskqueueWritePartitions": [{ value: 1 }],
};

export function temporalConfig({ address, postgres, settings }: TemporalPlace): string {
  const store = (databaseName: string) => ({
    sql: {
      pluginName: "postgres12_pgx",
      databaseName,
      connectAddr: `${postgres.address}:5432`,
      connectProtocol: "tcp",
      user: postgres.user,
      password: postgres.password,
      maxConns: 20,
      maxIdleConns: 20,
      maxConnLifetime: "1h",
    },
  });
  const service = (at: number, grpcPort: number) => ({
    rpc: { grpcPort, membershipPort: 6933 + at, bindOnIP: address },
  });
  const noArchive = { state: "disabled" };
  return JSON.stringify({
    log: { stdout: true, level: "warn" },
    persistence: {
      defaultStore: "default",
      visibilityStore: "visibility",
      numHistoryShards: 4,
      datastores: { default: store(DATABASES.temporal), visibility: store(DATABASES.visibility) },
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: address } },
    services: {
      frontend: service(0, TEMPORAL_PORT),
      history: service(1, 7234),
      matching: service(2, 7235),
      worker: service(3, 7239),
    },
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: "active",
      currentClusterName: "active",
      clusterInformation: {
        active: {
          enabled: true,
          initialFailoverVersion: 1,
          rpcName: "frontend",
          rpcAddress: `${address}:${TEMPORAL_PORT}`,
        },
      },
    },
    publicClient: { hostPort: `${address}:${TEMPORAL_PORT}` },
    dcRedirectionPolicy: { policy: "noop" },
    archival: { history: noArchive, visibility: noArchive },
    namespaceDefaults: { archival: { history: noArchive, visibility: noArchive } },
    dynamicConfigClient: { filepath: settings, pollInterval: "60s" },
  });
}
