/** The go command; undefined where there is none. */
export declare function findGo(): string | undefined;
/** Has `build` make a program in an empty folder and answer its path, and moves it to `target` in one step. */
export declare function putInPlace(target: string, build: (folder: string) => Promise<string>): Promise<void>;
