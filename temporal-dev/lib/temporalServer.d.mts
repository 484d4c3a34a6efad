/** Version of the server that is built. */
export declare const temporalServerVersion: string;
/** Paths of the Temporal server and of its SQL tool, built when they are missing; rejects where they cannot be. */
export declare function setUpTemporalServer(log: (line: string) => void): Promise<{ server: string; sqlTool: string }>;
