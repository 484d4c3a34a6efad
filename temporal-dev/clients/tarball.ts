// Packs an npm package: a gzipped tar that is byte-identical wherever it is built.
import { gzipSync } from "fflate";

export type PackedFile = { path: string; bytes: Uint8Array; program?: boolean };

const BLOCK = 512;
/** 26 October 1985, npm's timestamp for every file, because zip tools reject times before 1980. */
const TIME_S = 499_162_500;

/** Places all files below `package/`, as npm expects. Throws for a path that does not fit a plain tar header. */
export function tarballOf(files: readonly PackedFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, bytes, program }) => {
    const padding = (BLOCK - (bytes.length % BLOCK)) % BLOCK;
    return [header(`package/${path}`, bytes.length, program === true ? 0o755 : 0o644), bytes, new Uint8Array(padding)];
  });
  // fflate is pure JavaScript; the output of Node's zlib differs between versions and processors.
  return gzipSync(Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]), { level: 9, mtime: TIME_S * 1_000 });
}

function header(name: string, size: number, mode: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a tar header.`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  block.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(TIME_S, 136, 12);
  block.write("        ", 148, "latin1");
  block.write("0", 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
