/** SHA-256 of the release's archives, by platform and architecture. */
export declare const CHECKSUMS: Readonly<Record<string, string>>;
