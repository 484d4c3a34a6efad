// The sentence-embedding model all-MiniLM-L6-v2: tokens, one pass through the network, the mean of the token vectors, scaled to length 1.
// Runs in a thread: one text takes about 6 ms of a processor.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

/** Number of word pieces the model was trained with; the rest of a text is not read. */
const MAX_PIECES = 256;
/** 256 pieces are about 1,200 characters; a longer text would only cost tokenizer time. */
const MAX_CHARACTERS = 4_000;
const DIMENSIONS = 384;

/** The part of onnxruntime-node that is used. The package is optional, so its own types may be missing. */
type Tensor = { dims: readonly number[]; data: Float32Array };
type Session = { run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>> };
type Runtime = {
  InferenceSession: { create(file: string, options: Record<string, unknown>): Promise<Session> };
  Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => unknown;
};

export type Model = (text: string) => Promise<Float32Array>;

/** Rejects if the package or the files are missing. */
export async function loadModel(folder: string, runtime: string): Promise<Model> {
  const loaded: Runtime & { default?: Runtime } = await import(runtime);
  const { InferenceSession, Tensor } = loaded.default ?? loaded;
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), "utf8"));
  const { truncation: _, padding: __, ...definition } = await read("tokenizer.json");
  const tokenizer = new Tokenizer(definition, await read("tokenizer_config.json"));
  const session = await InferenceSession.create(path.join(folder, "onnx", "model_quantized.onnx"), {
    // Searches are rare, and the processors belong to browsers and requests.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
    // Without it, a processor that lacks VNNI overflows in the model's quantized products, and similarities differ from those on any other
    // processor.
    extra: { session: { x64quantprecision: "1" } },
  });
  const tensor = (values: readonly number[]) =>
    new Tensor(
      "int64",
      BigInt64Array.from(values, (value) => BigInt(value)),
      [1, values.length],
    );
  return async (text) => {
    const { ids: all } = tokenizer.encode(text.slice(0, MAX_CHARACTERS));
    // The last piece marks the end.
    const ids = all.length > MAX_PIECES ? [...all.slice(0, MAX_PIECES - 1), all.at(-1) ?? 0] : all;
    const { last_hidden_state: hidden } = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(ids.map(() => 0)),
    });
    if (hidden === undefined) throw new Error("The model gave no answer.");
    return toUnit(meanOf(hidden.data, ids.length));
  };
}

function meanOf(values: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(DIMENSIONS);
  for (let token = 0; token < tokens; token += 1)
    for (let at = 0; at < DIMENSIONS; at += 1)
      mean[at] = (mean[at] ?? 0) + (values[token * DIMENSIONS + at] ?? 0) / tokens;
  return mean;
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
