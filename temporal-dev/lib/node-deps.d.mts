export function setUpNodeDeps(log: (line: string) => void): Promise<void>;
export function missingOptional(folder?: string): string[];
export function whatIsMissing(folder?: string): string | undefined;
