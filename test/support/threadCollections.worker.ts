// Serves reads from documents that are created during the search.
import { parentPort } from "node:worker_threads";
import mongoose from "mongoose";
import { LOTS, type Lot } from "./hugeDocuments.ts";
import { type Ask, BATCH_BYTES, type Question } from "./threadCollections.ts";

type Document = Record<string, unknown>;

const COMPARISONS: Record<string, (value: unknown, wanted: never) => boolean> = {
  $in: (value, wanted: unknown[]) => setOf(wanted).has(value ?? null),
  $ne: (value, wanted) => !equal(value, wanted),
  $gt: (value, wanted: number) => (value as number) > wanted,
  $gte: (value, wanted: number) => (value as number) >= wanted,
  $exists: (value, wanted: boolean) => (value !== undefined) === wanted,
  $lt: (value, wanted: number) => (value as number) < wanted,
  // Names are matched case-insensitively; no other option is used.
  $regex: (value, wanted: string) => typeof value === "string" && new RegExp(wanted, "i").test(value),
  $options: (_value, wanted: string) => wanted === "i",
};
const sets = new WeakMap<unknown[], Set<unknown>>();
function setOf(list: unknown[]): Set<unknown> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}
const equal = (a: unknown, b: unknown): boolean => (b === null ? a === null || a === undefined : a === b);

function fits(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === "$or") return (wanted as Document[]).some((one) => fits(document, one));
    const isComparison = typeof wanted === "object" && wanted !== null && !(wanted instanceof Date);
    if (!isComparison) return equal(document[name], wanted);
    return Object.entries(wanted).every(([operator, value]) => {
      const compare = COMPARISONS[operator];
      if (!compare) throw new Error(`The stand-in for the database does not know ${operator}.`);
      return compare(document[name], value as never);
    });
  });
}

function projected(document: Document, projection: Record<string, 0 | 1>): Document {
  const names = Object.entries(projection);
  const wanted = names.filter(([name, kept]) => kept === 1 && name !== "_id").map(([name]) => name.split("."));
  if (wanted.length > 0) {
    const kept = only(document, wanted) as Document;
    return projection._id === 0 ? kept : { _id: document._id, ...kept };
  }
  if (projection._id === 1) return { _id: document._id };
  const left = new Set(names.map(([name]) => name));
  return Object.fromEntries(Object.entries(document).filter(([name]) => !left.has(name)));
}

/** Returns the values at the paths, within list entries too, as the database does: `a.b` yields `a` with only `b` in it. */
function only(value: unknown, paths: string[][]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value)) return value.map((one) => only(one, paths));
  if (typeof value !== "object" || value === null) return value;
  const kept: Document = {};
  for (const name of new Set(paths.map(([first = ""]) => first))) {
    const inner = (value as Document)[name];
    const rest = paths.filter(([first]) => first === name).map(([, ...below]) => below);
    if (inner !== undefined) kept[name] = only(inner, rest);
  }
  return kept;
}

function sorted(documents: Document[], sort: Record<string, 1 | -1>): Document[] {
  const order = (a: Document, b: Document) => {
    for (const [name, direction] of Object.entries(sort)) {
      const [one, other] = [a[name] as number, b[name] as number];
      if (one < other) return -direction;
      if (one > other) return direction;
    }
    return 0;
  };
  return documents.sort(order);
}

/** Small documents are cached, because lists are read a few at a time. */
const made = new Map<Lot, Document[]>();
function madeOf(lot: Lot, index: number): Document {
  if (lot.large) return lot.make(index) as Document;
  const known = made.get(lot) ?? [];
  made.set(lot, known);
  const document = (known[index] ?? lot.make(index)) as Document;
  known[index] = document;
  return document;
}

/** Whether the documents of a lot are already in this order. */
const isNatural = (sort: Question["sort"]): boolean => !sort || ["index", "order"].includes(Object.keys(sort)[0] ?? "");

function answer({ model, filter, projection, sort, limit }: Question): Document[] {
  const lots = LOTS[model] ?? [];
  const own = typeof filter.runId === "string" ? lots.filter(({ of }) => of === filter.runId) : lots;
  let found: Document[] = [];
  for (const lot of own)
    for (let i = 0; i < lot.count; i++) {
      const document = madeOf(lot, i);
      if (fits(document, filter)) found.push(document);
      if (isNatural(sort) && limit && found.length === limit) break;
    }
  if (sort && !isNatural(sort)) found = sorted(found, sort);
  return found.slice(0, limit || undefined).map((one) => (projection ? projected(one, projection) : one));
}

/** Documents still to be sent, by cursor. */
const open = new Map<number, Document[]>();

parentPort?.on("message", ({ cursor, question, most }: Ask) => {
  const documents = question ? answer(question) : (open.get(cursor) ?? []);
  const batch: Uint8Array[] = [];
  let bytes = 0;
  while (documents.length > batch.length && batch.length < most && bytes < BATCH_BYTES) {
    const one = mongoose.mongo.BSON.serialize(documents[batch.length] as Document);
    batch.push(one);
    bytes += one.length;
  }
  open.set(cursor, documents.slice(batch.length));
  // Buffers from Node's pool cannot be transferred.
  const packed = new Uint8Array(bytes);
  let at = 0;
  for (const one of batch) {
    packed.set(one, at);
    at += one.length;
  }
  parentPort?.postMessage({ cursor, packed }, [packed.buffer]);
});
