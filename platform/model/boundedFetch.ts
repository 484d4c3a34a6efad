// Requests to a model provider: no redirect carries the key elsewhere, and no response fills the memory.

/** A model's response has some kilobytes. */
const MAX_BYTES = 4 * 1024 * 1024;

export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: "error" });
  if (answer.body === null) return answer;
  let bytes = 0;
  const bounded = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > MAX_BYTES) controller.error(new Error(`The answer is longer than ${MAX_BYTES} bytes.`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(bounded, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
};
