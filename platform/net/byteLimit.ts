import { Transform } from "node:stream";

/** Passes bytes on until there are more than `most`; then the stream fails with the error. */
export function byteLimit(most: number, error: () => Error): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > most) done(error());
      else done(null, chunk);
    },
  });
}
