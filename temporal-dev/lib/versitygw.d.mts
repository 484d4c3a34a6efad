/** Path of the S3 server versitygw, built when it is missing; rejects where it cannot be. */
export declare function setUpVersitygw(log: (line: string) => void): Promise<string>;
