/** The project's root folder. */
export declare const root: string;
/** The folder for what is fetched or built once; it may not exist yet. */
export declare function cacheDir(): string;
export declare function isProgram(path: string | undefined): boolean;
/** The absolute path of the first of these programs that is on the PATH. */
export declare function onPath(...names: string[]): string | undefined;
