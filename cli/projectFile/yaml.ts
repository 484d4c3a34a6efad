// Loaded when a file is read or written. Re-exports by name, because a bundle chunk of a CommonJS package has only a default export.
export { parse, parseDocument, stringify } from "yaml";
