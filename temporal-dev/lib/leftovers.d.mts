export function removeLeftovers(folder: string, pattern: RegExp, now?: number): void;
