/** Java and the jar of S3Mock, fetched when it is missing; rejects where they cannot be had. */
export function setUpS3Mock(log: (line: string) => void): Promise<{ java: string; jar: string }>;
